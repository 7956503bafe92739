"""The keys of a cloud-init configuration, for OS::Heat::CloudConfig: those in cloud-init's module reference."""

from __future__ import annotations

from typing import Any, Final

from hotlint.resource_types.schema import Properties

Facts = dict[str, Any]
_TEXT: Final[Facts] = {"type": "string"}
_LIST: Final[Facts] = {"type": "list"}
_MAP: Final[Facts] = {"type": "map"}
_FLAG: Final[Facts] = {"type": "boolean"}


def _map(**properties: Facts) -> Facts:
    return {"type": "map", "properties": {k.replace("__", "-"): v for k, v in properties.items()}, "open": True}


def _list(**properties: Facts) -> Facts:
    return {"type": "list", "items": _map(**properties)}


_CERTIFICATES: Final = _map(trusted=_LIST, remove__defaults=_FLAG, remove_defaults=_FLAG)
_FACTS: Final[dict[str, Facts]] = {
    "write_files": _list(
        path=_TEXT,
        content=_TEXT,
        permissions=_TEXT,
        owner=_TEXT,
        encoding=_TEXT,
        append=_FLAG,
        defer=_FLAG,
        source=_MAP,
    ),
    "runcmd": _LIST,
    "packages": _LIST,
    "package_update": _FLAG,
    "package_upgrade": _FLAG,
    "package_reboot_if_required": _FLAG,
    "users": _list(
        name=_TEXT,
        gecos=_TEXT,
        groups=_TEXT,
        primary_group=_TEXT,
        sudo=_TEXT,
        shell=_TEXT,
        passwd=_TEXT,
        lock_passwd=_FLAG,
        plain_text_passwd=_TEXT,
        hashed_passwd=_TEXT,
        homedir=_TEXT,
        no_create_home=_FLAG,
        system=_FLAG,
        uid=_TEXT,
        ssh_authorized_keys=_LIST,
        ssh_import_id=_LIST,
        ssh_redirect_user=_FLAG,
        expiredate=_TEXT,
        inactive=_TEXT,
    ),
    "groups": _LIST,
    "user": _TEXT,
    "password": _TEXT,
    "chpasswd": _map(expire=_FLAG, list=_LIST, users=_list(name=_TEXT, password=_TEXT, type=_TEXT)),
    "ssh_pwauth": _FLAG,
    "ssh_authorized_keys": _LIST,
    "ssh_import_id": _LIST,
    "ssh_keys": _MAP,
    "ssh_deletekeys": _FLAG,
    "ssh_genkeytypes": _LIST,
    "disable_root": _FLAG,
    "hostname": _TEXT,
    "fqdn": _TEXT,
    "preserve_hostname": _FLAG,
    "manage_etc_hosts": _TEXT,
    "timezone": _TEXT,
    "locale": _TEXT,
    "keyboard": _map(layout=_TEXT, model=_TEXT, variant=_TEXT, options=_TEXT),
    "bootcmd": _LIST,
    "mounts": _LIST,
    "mount_default_fields": _LIST,
    "swap": _map(filename=_TEXT, size=_TEXT, maxsize=_TEXT),
    "disk_setup": _MAP,
    "fs_setup": _list(label=_TEXT, filesystem=_TEXT, device=_TEXT, partition=_TEXT, overwrite=_FLAG, cmd=_TEXT),
    "growpart": _map(mode=_TEXT, devices=_LIST, ignore_growroot_disabled=_FLAG),
    "resize_rootfs": _FLAG,
    "apt": _map(sources=_MAP, primary=_LIST, security=_LIST, conf=_TEXT, proxy=_TEXT, preserve_sources_list=_FLAG),
    "apt_sources": _list(source=_TEXT, keyid=_TEXT, key=_TEXT, keyserver=_TEXT, filename=_TEXT),
    "yum_repos": _MAP,
    "snap": _map(assertions=_LIST, commands=_LIST),
    "ca-certs": _CERTIFICATES,
    "ca_certs": _CERTIFICATES,
    "ntp": _map(enabled=_FLAG, servers=_LIST, pools=_LIST, ntp_client=_TEXT),
    "resolv_conf": _map(nameservers=_LIST, searchdomains=_LIST, domain=_TEXT, options=_MAP),
    "manage_resolv_conf": _FLAG,
    "rsyslog": _map(configs=_LIST, remotes=_MAP),
    "output": _map(all=_TEXT, init=_TEXT, config=_TEXT, final=_TEXT),
    "phone_home": _map(url=_TEXT, post=_LIST, tries=_TEXT),
    "power_state": _map(delay=_TEXT, mode=_TEXT, message=_TEXT, timeout=_TEXT, condition=_TEXT),
    "final_message": _TEXT,
    "merge_how": _LIST,
    "merge_type": _TEXT,
    "puppet": _map(install=_FLAG, conf=_MAP, package_name=_TEXT, version=_TEXT),
    "chef": _map(server_url=_TEXT, validation_name=_TEXT, run_list=_LIST, environment=_TEXT, install_type=_TEXT),
    "salt_minion": _map(pkg_name=_TEXT, conf=_MAP, grains=_MAP, public_key=_TEXT, private_key=_TEXT),
    "ansible": _map(install_method=_TEXT, package_name=_TEXT, pull=_MAP, galaxy=_MAP),
    "random_seed": _map(file=_TEXT, data=_TEXT, encoding=_TEXT),
    "datasource": _MAP,
    "datasource_list": _LIST,
    "system_info": _MAP,
    "cloud_init_modules": _LIST,
    "cloud_config_modules": _LIST,
    "cloud_final_modules": _LIST,
    "byobu_by_default": _TEXT,
    "grub_dpkg": _MAP,
    "landscape": _MAP,
    "lxd": _MAP,
    "wireguard": _MAP,
}
PROPERTIES: Final = Properties(_FACTS, True)
