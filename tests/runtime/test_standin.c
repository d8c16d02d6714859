// The stand-in for libcudart proved, in one suite: that it forbids what it promises to forbid, and
// answers as CUDA does.
#include "test_standin.h"

int main(void) {
  Suite *suite = suite_create("standin");
  suite_add_tcase(suite, memory_tests());
  suite_add_tcase(suite, fault_tests());
  suite_add_tcase(suite, device_tests());
  suite_add_tcase(suite, stream_tests());
  suite_add_tcase(suite, capture_tests());
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
