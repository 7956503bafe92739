"""Types that Heat has only where its operator, by the environment that Heat is packaged with, or an environment adds them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hotlint

HEAD = "heat_template_version: 2018-08-31\n"
BALANCER = HEAD + (
    "resources:\n"
    "  lb:\n"
    "    type: AWS::ElasticLoadBalancing::LoadBalancer\n"
    "    properties: {AvailabilityZones: [], Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}]}\n"
)


def found(
    folder: Path, text: str, environment: str = "", settings: str = "", severity: str = "error"
) -> list[tuple[str, int, str]]:
    """The findings of a severity: code, line from 1, and message."""
    (folder / "root.yaml").write_text(text)
    (folder / "env.yaml").write_text(environment or "{}\n")
    (folder / ".hotlint.yaml").write_text(settings)
    report = hotlint.check(folder / "root.yaml", environments=[folder / "env.yaml"])
    return [(d.code, d.span.start_line + 1, d.message) for d in report.diagnostics if d.severity == severity]


class TestTheTypesOfAnEnginesTemplate:
    def test_a_load_balancer_needs_the_alarm(self, tmp_path: Path) -> None:
        ((code, line, message),) = found(tmp_path, BALANCER)
        assert (code, line) == ("HOT501", 4)
        assert "needs 'AWS::CloudWatch::Alarm'" in message

    def test_an_environment_maps_it(self, tmp_path: Path) -> None:
        environment = "resource_registry:\n  AWS::CloudWatch::Alarm: %s\n"
        assert found(tmp_path, BALANCER, environment % "OS::Heat::None") == []
        ((_, _, message),) = found(tmp_path, BALANCER, environment % "OS::Heat::Value")
        assert "without the property 'MetricName'" in message

    def test_an_environment_maps_it_for_the_load_balancer_alone(self, tmp_path: Path) -> None:
        scoped = "resource_registry: {resources: {%s: {latency_watcher: {AWS::CloudWatch::Alarm: OS::Heat::None}}}}\n"
        assert found(tmp_path, BALANCER, scoped % "lb") == []
        assert len(found(tmp_path, BALANCER, scoped % "other")) == 1

    def test_it_is_a_known_type(self, tmp_path: Path) -> None:
        assert found(tmp_path, BALANCER, settings='known_types: ["AWS::CloudWatch::*"]\n') == []

    def test_the_operator_keeps_the_default_environment(self, tmp_path: Path) -> None:
        assert found(tmp_path, BALANCER, settings="default_environment: true\n") == []

    def test_a_disabled_one_needs_nothing_yet(self, tmp_path: Path) -> None:
        off = BALANCER + "    condition: never\nconditions: {never: {equals: [a, b]}}\n"
        assert found(tmp_path, off) == []
        assert [code for code, _, _ in found(tmp_path, off, severity="warning")] == ["HOT501"]

    def test_as_the_member_of_a_group(self, tmp_path: Path) -> None:
        member = (
            "{type: AWS::ElasticLoadBalancing::LoadBalancer, properties: {AvailabilityZones: [], "
            "Listeners: [{InstancePort: 80, LoadBalancerPort: 80, Protocol: HTTP}]}}"
        )
        text = f"resources:\n  g: {{type: OS::Heat::ResourceGroup, properties: {{resource_def: {member}}}}}\n"
        assert [code for code, _, _ in found(tmp_path, HEAD + text)] == ["HOT613"]

    def test_the_alarm_itself_stays_as_it_is(self, tmp_path: Path) -> None:
        alarm = "{Threshold: '1', MetricName: m, Period: '60', EvaluationPeriods: '1', Statistic: Sum, Units: Count, "
        alarm += "ComparisonOperator: GreaterThanThreshold}"
        text = HEAD + f"resources:\n  a: {{type: AWS::CloudWatch::Alarm, properties: {alarm}}}\n"
        assert found(tmp_path, text) == []
        assert [c for c, _, _ in found(tmp_path, text, settings="default_environment: false\n")] == ["HOT501"]


class TestOldNames:
    @pytest.mark.parametrize(
        ("old", "new"),
        [("OS::Quantum::Net", "OS::Neutron::Net"), ("OS::Ceilometer::Alarm", "OS::Aodh::Alarm")],
    )
    def test_an_old_name_is_accepted_with_a_warning(self, tmp_path: Path, old: str, new: str) -> None:
        text = HEAD + f"resources:\n  a:\n    type: {old}\n    properties: {{meter_name: a, threshold: 1}}\n"
        if new == "OS::Neutron::Net":
            text = HEAD + f"resources:\n  a:\n    type: {old}\n"
        assert found(tmp_path, text) == []
        first, *_ = found(tmp_path, text, severity="warning")
        assert first[:2] == ("HOT511", 4) and f"'{old}' is an old name of {new}" in first[2]

    def test_it_is_checked_as_its_new_name(self, tmp_path: Path) -> None:
        text = HEAD + "resources:\n  a: {type: OS::Quantum::Subnet, properties: {nope: 1}}\n"
        codes = {code for code, _, _ in found(tmp_path, text)}
        assert "HOT503" in codes and "HOT501" not in codes

    def test_a_member_and_the_target_of_a_registry(self, tmp_path: Path) -> None:
        text = (
            HEAD
            + "resources:\n  g: {type: OS::Heat::ResourceGroup, properties: {resource_def: {type: OS::Quantum::Net}}}\n"
        )
        assert found(tmp_path, text) == []
        text = HEAD + "resources:\n  g: {type: Acme::Net}\n"
        assert found(tmp_path, text, "resource_registry: {'Acme::Net': 'OS::Quantum::Net'}\n") == []

    def test_a_misspelled_old_name_is_an_error(self, tmp_path: Path) -> None:
        assert [c for c, _, _ in found(tmp_path, HEAD + "resources:\n  a: {type: OS::Quantum::Nett}\n")] == ["HOT501"]

    def test_an_operator_without_the_default_environment(self, tmp_path: Path) -> None:
        text = HEAD + "resources:\n  a: {type: OS::Quantum::Net}\n"
        ((code, _, message),) = found(tmp_path, text, settings="default_environment: false\n")
        assert code == "HOT501" and "its new name is 'OS::Neutron::Net'" in message
