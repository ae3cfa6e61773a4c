"""Packs a folder so that the same files give the same bytes on any system: pack.py FOLDER ARCHIVE SECONDS."""

import gzip
import pathlib
import sys
import tarfile
import time
import zipfile

folder, archive, seconds = pathlib.Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
files = sorted(path for path in folder.rglob("*") if path.is_file())


def mode(path: pathlib.Path) -> int:
    return 0o755 if path.name in ("menace", "menace.exe") else 0o644


if archive.endswith(".zip"):
    stamp = time.gmtime(max(seconds, 315532800))[:6]  # a zip begins in 1980
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(folder.parent).as_posix(), stamp)
            entry.external_attr = mode(path) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, path.read_bytes())
else:
    with open(archive, "wb") as raw, gzip.GzipFile("", "wb", 9, raw, seconds) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.USTAR_FORMAT) as packed:
            for path in files:
                entry = tarfile.TarInfo(path.relative_to(folder.parent).as_posix())
                entry.size, entry.mtime, entry.mode = path.stat().st_size, seconds, mode(path)
                with path.open("rb") as file:
                    packed.addfile(entry, file)
