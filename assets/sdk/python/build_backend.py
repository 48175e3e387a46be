"""Builds the wheel that pip installs (PEP 517), with nothing but the standard library: so
installing needs no network."""

import base64
import hashlib
import pathlib
import tomllib
import zipfile

HERE = pathlib.Path(__file__).parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    name = f"{project['name'].replace('-', '_')}-{project['version']}"
    files = {f"assent/{file.name}": file.read_bytes() for file in sorted((HERE / "assent").iterdir()) if file.suffix in (".py", ".typed")}
    files[f"{name}.dist-info/METADATA"] = _metadata(project)
    files[f"{name}.dist-info/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: build_backend\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{name}.dist-info/RECORD"] = f"{record}{name}.dist-info/RECORD,,\n".encode()
    wheel = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), data)
    return wheel


def _metadata(project):
    head = {"Metadata-Version": "2.1", "Name": project["name"], "Version": project["version"], "Summary": project["description"],
            "Requires-Python": project["requires-python"], "Description-Content-Type": "text/markdown"}
    lines = "".join(f"{field}: {value}\n" for field, value in head.items())
    return f"{lines}\n{(HERE / project['readme']).read_text(encoding='utf-8')}".encode()


def _digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
