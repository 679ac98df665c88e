/* Loaded before the C library: writes down what a program asks of its files under one folder, so
 * that the disk after a power cut can be made from it. A sync is written down once it is done, so
 * what is taken for durable is durable. Each record: an operation, the number of the file, an
 * offset, a length, the moment, and the bytes written or the name opened. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define MOST 4096
struct record {
    uint32_t operation, file;
    uint64_t offset, length;
    double moment;
} __attribute__((packed));
static const char *folder;
static int journal = -1;
static unsigned char ours[MOST];

static void note(char operation, int file, uint64_t offset, const void *bytes, uint64_t length,
                 int has_bytes) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double moment = now.tv_sec + now.tv_nsec / 1e9;
    struct record head = {(uint32_t)operation, (uint32_t)file, offset, length, moment};
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)bytes, has_bytes ? length : 0}};
    syscall(SYS_writev, journal, parts, 2);
}

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("POWER_CUT_JOURNAL");
    folder = getenv("POWER_CUT_FOLDER");
    if (name && folder)
        journal = syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int opened(int file, const char *path) {
    if (file >= 0 && file < MOST) {
        ours[file] = journal >= 0 && strncmp(path, folder, strlen(folder)) == 0;
        if (ours[file]) note('o', file, 0, path, strlen(path), 1);
    }
    return file;
}

#define MODE(flags) int mode = 0; if (flags & (O_CREAT | O_TMPFILE)) { \
    va_list rest; va_start(rest, flags); mode = va_arg(rest, int); va_end(rest); }
int open(const char *path, int flags, ...) {
    MODE(flags) return opened(syscall(SYS_openat, AT_FDCWD, path, flags, mode), path);
}
int open64(const char *path, int flags, ...) {
    MODE(flags) return opened(syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode), path);
}

static ssize_t (*next_pwrite)(int, const void *, size_t, off_t);
ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    if (!next_pwrite) next_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    if (file >= 0 && file < MOST && ours[file]) note('w', file, at, bytes, length, 1);
    return next_pwrite(file, bytes, length, at);
}
ssize_t pwrite64(int file, const void *bytes, size_t length, off_t at) {
    return pwrite(file, bytes, length, at);
}
ssize_t write(int file, const void *bytes, size_t length) {
    if (file >= 0 && file < MOST && ours[file])
        note('w', file, lseek(file, 0, SEEK_CUR), bytes, length, 1);
    static ssize_t (*next)(int, const void *, size_t);
    if (!next) next = dlsym(RTLD_NEXT, "write");
    return next(file, bytes, length);
}
static int synced(int answer, int file) {
    if (answer == 0 && file >= 0 && file < MOST && ours[file]) note('s', file, 0, 0, 0, 0);
    return answer;
}
int fsync(int file) { return synced(syscall(SYS_fsync, file), file); }
int fdatasync(int file) { return synced(syscall(SYS_fdatasync, file), file); }
int ftruncate64(int file, off_t length) {
    if (file >= 0 && file < MOST && ours[file]) note('t', file, length, 0, 0, 0);
    return syscall(SYS_ftruncate, file, length);
}
int ftruncate(int file, off_t length) { return ftruncate64(file, length); }
int unlink(const char *path) {
    if (journal >= 0 && strncmp(path, folder, strlen(folder)) == 0)
        note('u', 0, 0, path, strlen(path), 1);
    return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}
int close(int file) {
    if (file >= 0 && file < MOST) ours[file] = 0;
    return syscall(SYS_close, file);
}
