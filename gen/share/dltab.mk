# For a project that has its dtypes in a spec of its own: regenerates when the spec, a template or the
# outputs list changes, and only then. In its Makefile:
#
#   DLTAB_OUTPUTS := generated/dltab_dtypes.h
#   include /usr/local/share/dltab/dltab.mk
#
#   tensor.o: $(DLTAB_OUTPUTS)
#
# DLTAB_OUTPUTS   what dltab gen writes and other rules name; required
# DLTAB           the program (default: dltab)
# DLTAB_FLAGS     options such as --root DIR or --max-dlpack 1.0
# DLTAB_STAMP     a file that says when dltab last ran (default: .dltab.stamp); its folder exists
#
# Outputs that would stay the same keep their time, so that nothing is compiled in vain. The stamp
# is therefore what depends on the spec, and the outputs depend on the stamp.

DLTAB ?= dltab
DLTAB_STAMP ?= .dltab.stamp

ifndef DLTAB_OUTPUTS
$(error dltab.mk: DLTAB_OUTPUTS is empty; it names the files that dltab gen writes)
endif

# Behind the rule that dltab writes, each input is a target without a recipe: a removed one is no error.
$(DLTAB_STAMP):
	$(DLTAB) gen $(DLTAB_FLAGS) --depfile $@.rule --stamp $@
	@{ cat $@.rule; sed -e 1d -e 's/ \\$$//' -e 's/$$/:/' -e 's/^ *//' $@.rule; } >$@.d

$(DLTAB_OUTPUTS): $(DLTAB_STAMP)
	@test -e $@ || $(DLTAB) gen $(DLTAB_FLAGS)

-include $(DLTAB_STAMP).d
