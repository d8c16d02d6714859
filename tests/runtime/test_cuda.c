// libdltab on CUDA, proved on a stand-in for libcudart: no GPU is needed, and none is used.
//
// usage: DLTAB_CUDART=STANDIN test_cuda
#include "test_cuda.h"

int main(void) {
  Suite *suite = suite_create("cuda");
  suite_add_tcase(suite, cuda_memory_tests());
  suite_add_tcase(suite, cuda_death_tests());
  suite_add_tcase(suite, cuda_import_tests());
  suite_add_tcase(suite, cuda_stream_tests());
  suite_add_tcase(suite, cuda_trace_tests());
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_ENV);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
