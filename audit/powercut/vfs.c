// A VFS that passes everything on to the default one and reports each change of
// a file to Go before it is made.
#include "vfs.h"
#include "_cgo_export.h"
#include <stdlib.h>
#include <string.h>

enum { OK = 0, FULL = 13, MAIN_DB = 0x100, WAL = 0x80000 };

typedef struct {
	sqlite3_file base;
	char *name;
	sqlite3_file *real; // behind this struct
} file;

static sqlite3_vfs *real;
static sqlite3_vfs *vfs;

#define REAL(f) (((file *)(f))->real)
#define NAME(f) (((file *)(f))->name)
#define CALL(f, method, ...) REAL(f)->pMethods->method(REAL(f), ##__VA_ARGS__)

static int xClose(sqlite3_file *f) {
	int rc = CALL(f, xClose);
	free(NAME(f));
	return rc;
}
static int xRead(sqlite3_file *f, void *p, int n, sqlite3_int64 at) { return CALL(f, xRead, p, n, at); }
static int xWrite(sqlite3_file *f, const void *p, int n, sqlite3_int64 at) {
	if (!powercutWrite(NAME(f), (void *)p, n, at)) return FULL;
	return CALL(f, xWrite, p, n, at);
}
static int xTruncate(sqlite3_file *f, sqlite3_int64 size) {
	powercutTruncate(NAME(f), size);
	return CALL(f, xTruncate, size);
}
static int xSync(sqlite3_file *f, int flags) {
	int rc = CALL(f, xSync, flags);
	if (rc == OK) powercutSync(NAME(f));
	return rc;
}
static int xFileSize(sqlite3_file *f, sqlite3_int64 *size) { return CALL(f, xFileSize, size); }
static int xLock(sqlite3_file *f, int level) { return CALL(f, xLock, level); }
static int xUnlock(sqlite3_file *f, int level) { return CALL(f, xUnlock, level); }
static int xCheckReservedLock(sqlite3_file *f, int *out) { return CALL(f, xCheckReservedLock, out); }
static int xFileControl(sqlite3_file *f, int op, void *arg) { return CALL(f, xFileControl, op, arg); }
static int xSectorSize(sqlite3_file *f) { return CALL(f, xSectorSize); }
static int xDeviceCharacteristics(sqlite3_file *f) { return 0; } // promises nothing
static int xShmMap(sqlite3_file *f, int page, int size, int extend, void volatile **out) { return CALL(f, xShmMap, page, size, extend, out); }
static int xShmLock(sqlite3_file *f, int offset, int n, int flags) { return CALL(f, xShmLock, offset, n, flags); }
static void xShmBarrier(sqlite3_file *f) { CALL(f, xShmBarrier); }
static int xShmUnmap(sqlite3_file *f, int del) { return CALL(f, xShmUnmap, del); }

static const sqlite3_io_methods methods = {
	2, xClose, xRead, xWrite, xTruncate, xSync, xFileSize, xLock, xUnlock, xCheckReservedLock, xFileControl,
	xSectorSize, xDeviceCharacteristics, xShmMap, xShmLock, xShmBarrier, xShmUnmap,
};

static int xOpen(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out) {
	if (!(flags & (MAIN_DB | WAL))) return real->xOpen(real, name, f, flags, out);
	file *mine = (file *)f;
	mine->base.pMethods = NULL;
	mine->real = (sqlite3_file *)(mine + 1);
	int rc = real->xOpen(real, name, mine->real, flags, out);
	if (rc != OK) return rc;
	mine->name = strdup(name);
	mine->base.pMethods = &methods;
	return OK;
}

static int xDelete(sqlite3_vfs *v, const char *name, int sync) {
	powercutDelete((char *)name);
	return real->xDelete(real, name, sync);
}

int powercut_register(void) {
	real = sqlite3_vfs_find(NULL);
	vfs = malloc(sizeof *vfs);
	*vfs = *real;
	vfs->szOsFile = sizeof(file) + real->szOsFile;
	vfs->zName = "powercut";
	vfs->pNext = NULL;
	vfs->xOpen = xOpen;
	vfs->xDelete = xDelete;
	return sqlite3_vfs_register(vfs, 0);
}
