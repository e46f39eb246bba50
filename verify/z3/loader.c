// What programs link in place of z3: the functions of its interface, of which the first call loads the library.
//
// A program that linked the library itself would have to be told at link time where it lies, and would find it
// nowhere else: not after its folder has moved, and not in a crate that only depends on Ovolo, since Cargo hands no
// run path on. `setup.sh` compiles this file and `functions.S`, which it makes from the library's own list, into
// libz3.a.
//
// Compiled with FOLDER, where `setup.sh` installs the library, CHECKOUT, where the build keeps it, NAME, its file,
// and VERSION.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// From functions.S: the names, up to a null pointer, and where each function is, once that is known.
extern const char *const ovolo_z3_names[];
extern void *ovolo_z3_functions[];

static void *open_in(const char *folder, const char *below) {
  char path[2 * PATH_MAX];
  int length = snprintf(path, sizeof path, "%s%s/%s", folder, below, NAME);
  if (length < 0 || (size_t)length >= sizeof path || access(path, R_OK) != 0)
    return NULL;
  // LLVM brings a z3 of its own, whose functions have the same names: each library sees its own ones first.
  return dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
}

// The folder of the running program, without a slash at its end.
static int program_folder(char *folder, size_t size) {
  ssize_t length = readlink("/proc/self/exe", folder, size - 1);
  if (length <= 0)
    return 0;
  folder[length] = '\0';
  char *slash = strrchr(folder, '/');
  if (slash)
    *slash = '\0';
  return slash != NULL;
}

static void *open_library(void) {
  void *library = NULL;
  char folder[PATH_MAX];
  if (program_folder(folder, sizeof folder)) {
    // Beside the program; then as target/PROFILE and target/PROFILE/deps lie in a checkout.
    const char *const below[] = {"", "/../lib", "/../../.deps/z3/lib", "/../../../.deps/z3/lib"};
    for (size_t i = 0; !library && i < sizeof below / sizeof *below; i++)
      library = open_in(folder, below[i]);
  }
  if (!library)
    library = open_in(FOLDER, "");
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  if (!library && data)
    library = open_in(data, "/ovolo/z3-" VERSION);
  if (!library && home)
    library = open_in(home, "/.local/share/ovolo/z3-" VERSION);
  if (!library)
    library = open_in(CHECKOUT, "/lib");
  return library;
}

static void load(void) {
  void *library = open_library();
  if (!library) {
    fprintf(stderr,
            "error: %s is neither beside the program nor in %s\n"
            "  help: setup.sh of Ovolo installs it\n",
            NAME, FOLDER);
    exit(1);
  }
  for (size_t i = 0; ovolo_z3_names[i]; i++) {
    ovolo_z3_functions[i] = dlsym(library, ovolo_z3_names[i]);
    if (!ovolo_z3_functions[i]) {
      fprintf(stderr, "error: %s has no %s\n", NAME, ovolo_z3_names[i]);
      exit(1);
    }
  }
}

void ovolo_z3_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
}
