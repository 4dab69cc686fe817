"""Rules of template.yaml, on what SAM's translator makes of it."""

import json
import re
import tomllib
from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from conftest import ROOT
from knowledge.settings import PREFIX, Settings
from pydantic import ValidationError

from kloop.aws.resources import CORS, SCHEDULES, SUBSCRIPTIONS

# Why a star may stand where it stands; any other is an error.
STARS = {
    "BucketPolicy": "a denial of everything without TLS",
    **dict.fromkeys(
        (
            *("AgentCompleteRole", "QueryKnowledgeRole", "RecordEventRole", "KnowledgeFilesRole"),
            *("UploadIngestRole", "SizeEnforcerRole", "ReindexRole", "ForgetRole"),
        ),
        "keys begin with the tenant and end with the file; between them stands what the function may touch",
    ),
    "ReadSecrets": "the secrets of one stage, under whose name nothing else lies",
}


OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
FAR = 10**9  # where a number has no bound
NUMBERS = [f"{whole}{part}" for whole in range(-1, 8) for part in ("", ".0", ".00", ".01", ".5", ".99")]


def of_type(resources: Any, kind: str) -> dict[str, Any]:
    """The properties of every resource of the type, by logical id."""
    return {name: resource.get("Properties", {}) for name, resource in resources.items() if resource["Type"] == kind}


def test_every_folder_is_a_function(functions: Any) -> None:
    """Each function's folder has one resource, named after it, and no resource is without a folder."""
    folders = {path.parent.name for path in (ROOT / "functions").glob("*/main.py")}
    assert {properties["CodeUri"].split("/")[1] for properties in functions.values()} == folders
    for name, properties in functions.items():
        folder = properties["CodeUri"].split("/")[1]
        assert name == folder.title().replace("_", "")
        assert properties["FunctionName"]["Fn::Sub"] == "${AWS::StackName}-" + folder.replace("_", "-")


def test_every_function_has_a_door(functions: Any, resources: Any, transformed: Any) -> None:
    """A function has a URL that everybody may call and that is an output, or an event that invokes it."""
    urls = {url["TargetFunctionArn"]["Ref"] for url in of_type(resources, "AWS::Lambda::Url").values()}
    permitted = {
        permission["FunctionName"]["Ref"]
        for permission in of_type(resources, "AWS::Lambda::Permission").values()
        if permission["Action"] == "lambda:InvokeFunctionUrl" and permission["Principal"] == "*"
    }
    assert urls == permitted
    assert urls | {name for name, properties in functions.items() if "Events" in properties} == set(functions)
    outputs = [output["Value"].get("Fn::GetAtt") for output in transformed["Outputs"].values()]
    assert all([f"{name}Url", "FunctionUrl"] in outputs for name in urls)


def test_pages_may_call_as_they_may_locally(resources: Any) -> None:
    """Each URL has the CORS of kloop's front door."""
    for url in of_type(resources, "AWS::Lambda::Url").values():
        allowed = {re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower(): value for name, value in url["Cors"].items()}
        assert allowed == CORS


def test_reasons_are_given(functions: Any) -> None:
    """Each timeout has its reason beside it."""
    lines = (ROOT / "template.yaml").read_text().splitlines()
    timeouts = [line for line in lines if re.match(r"      Timeout: ", line)]
    assert len(timeouts) == len(functions)
    assert all("# " in line for line in timeouts)


def test_functions_run_alike(resources: Any) -> None:
    """Each function is traced, logs as JSON into the one log group, and gets all three layers."""
    for properties in of_type(resources, "AWS::Lambda::Function").values():
        assert properties["Runtime"] == "python3.13"
        assert properties["Handler"] == "main.handler"
        assert properties["Architectures"] == [{"Ref": "Architecture"}]
        assert properties["TracingConfig"] == {"Mode": "Active"}
        assert properties["LoggingConfig"] == {"LogFormat": "JSON", "LogGroup": {"Ref": "Logs"}}
        assert len(properties["Layers"]) == 3


def test_every_variable_is_a_setting(resources: Any) -> None:
    """No function gets a variable that the settings do not know."""
    known = {f"{PREFIX}{name}".upper() for name in Settings.model_fields}
    for properties in of_type(resources, "AWS::Lambda::Function").values():
        assert properties["Environment"]["Variables"].keys() <= known


def test_every_setting_can_be_made(resources: Any) -> None:
    """Each setting is a variable of some function, but for a local service's."""
    functions = of_type(resources, "AWS::Lambda::Function").values()
    given = {name for properties in functions for name in properties["Environment"]["Variables"]}
    assert {f"{PREFIX}{name}".upper() for name in Settings.model_fields} - given == {"KNOWLEDGE_OLLAMA_URL"}


def test_what_the_settings_require_is_set(resources: Any) -> None:
    """Whatever wiring requires is given, for either database and any embedder that the template offers."""
    wiring = "".join(path.read_text() for path in (ROOT / "layers/knowledge/knowledge/wiring").glob("*.py"))
    required = set(re.findall(r'(?:require\(|_secret\(chosen, )"(\w+)"', wiring)) - {"ollama_url"}
    assert {"supabase_url", "supabase_key", "database_url", "embedding_api_key"} <= required
    expected = {f"{PREFIX}{name}".upper() for name in required} | {f"{PREFIX}BUCKET"}
    for properties in of_type(resources, "AWS::Lambda::Function").values():
        assert expected <= properties["Environment"]["Variables"].keys()


def allowed(parameter: dict[str, Any]) -> list[Any]:
    """Values that a parameter allows: all that it lists, and else those at its bounds."""
    if "AllowedValues" in parameter:
        return list(filter(None, parameter["AllowedValues"]))
    if parameter["Type"] == "Number":
        return [parameter.get("MinValue", -FAR), parameter.get("MaxValue", FAR)]
    return [text for text in NUMBERS if re.fullmatch(parameter.get("AllowedPattern", ""), text)]


def test_settings_accept_the_parameters(source: Any) -> None:
    """Each value that a parameter allows is one that the settings accept: what they refuse, they refuse too late."""
    variables = source["Globals"]["Function"]["Environment"]["Variables"]
    parameters = {name: value["Ref"] for name, value in variables.items() if list(value) == ["Ref"]}
    given = {
        (name.removeprefix(PREFIX).lower(), value)
        for name, parameter in parameters.items()
        for value in allowed(source["Parameters"].get(parameter, {"Type": "of a resource"}))
    }
    refused = [(setting, value) for setting, value in given if not is_accepted(setting, value)]
    assert refused == [] and len({setting for setting, _ in given}) > 20


def is_accepted(setting: str, value: Any) -> bool:
    try:
        Settings.model_validate({setting: value})
    except ValidationError:
        return False
    return True


def test_no_secret_in_the_stack(resources: Any, transformed: Any) -> None:
    """Secrets are references to their store; no parameter or output takes or shows one."""
    for properties in of_type(resources, "AWS::Lambda::Function").values():
        for name, value in properties["Environment"]["Variables"].items():
            if name.endswith(("_KEY", "_DATABASE_URL", "_CACHE_URL")):
                references = [branch for branch in value["Fn::If"][1:] if branch != {"Ref": "AWS::NoValue"}]
                assert [reference["Fn::Sub"].partition("/")[0] for reference in references] == ["${SecretStore}:"]
    named = " ".join([*transformed["Parameters"], *transformed["Outputs"]]).lower()
    assert not re.search("password|token(?!s)|apikey|key", named)  # tokens are what a model is paid by


def statements(resources: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every statement of every policy of ours, with the logical id of what carries it."""
    for name, resource in resources.items():
        properties = resource.get("Properties", {})
        documents = [policy["PolicyDocument"] for policy in properties.get("Policies", [])]
        documents += [properties["PolicyDocument"]] if "PolicyDocument" in properties else []
        for document in documents:
            for statement in document["Statement"]:
                yield name, statement


def test_no_star_without_a_reason(resources: Any) -> None:
    """An action or resource with a star stands only where STARS says why, and no reason is left over."""
    starred = {
        name
        for name, statement in statements(resources)
        if "*" in json.dumps([statement["Action"], statement["Resource"]])
    }
    assert starred == STARS.keys()


def test_listings_are_of_a_tenant(resources: Any) -> None:
    """Whoever may list the bucket may list below a tenant's folder only, and a file that is missing stays a 404."""
    for _, statement in statements(resources):
        if "s3:ListBucket" in statement["Action"]:
            [prefixes] = statement["Condition"]["StringLikeIfExists"].values()
            assert all(prefix.startswith("*/") for prefix in prefixes)


def test_objects_are_touched_as_the_code_does(resources: Any) -> None:
    """Only functions that delete files may, and only those that erase, or take back what they wrote, erase versions;
    whoever edits files may read their versions."""
    actions: dict[str, set[str]] = {}
    for name, statement in statements(resources):
        actions.setdefault(name, set()).update([statement["Action"]] if isinstance(statement["Action"], str) else [])
        actions[name] |= set(statement["Action"]) if isinstance(statement["Action"], list) else set()
    deleting = {name for name, allowed in actions.items() if "s3:DeleteObject" in allowed}
    editing = {name for name, allowed in actions.items() if "s3:PutObject" in allowed}
    assert deleting == {"ForgetRole", "KnowledgeFilesRole", "UploadIngestRole", "ReindexRole", "SizeEnforcerRole"}
    erasing = {name for name, allowed in actions.items() if "s3:DeleteObjectVersion" in allowed}
    assert erasing == {"ForgetRole", "ReindexRole", "SizeEnforcerRole", "UploadIngestRole", "AgentCompleteRole"}
    in_tiers = {
        name for name, one in statements(resources) if "s3:DeleteObjectVersion" in one["Action"] and _is_of_tiers(one)
    }
    assert in_tiers == erasing
    assert all({"s3:GetObjectVersion", "s3:ListBucketVersions"} <= actions[name] for name in editing)
    assert {name for name, allowed in actions.items() if "sqs:SendMessage" in allowed and name.endswith("Role")} == {
        "ReindexRole",
        "SizeEnforcerRole",
    }


def _is_of_tiers(statement: Any) -> bool:
    return "/2-summaries/" in json.dumps(statement["Resource"])


def test_managed_policies_are_few(resources: Any) -> None:
    """Of AWS's own policies a role has only those for logs, traces and queues."""
    allowed = {"AWSLambdaBasicExecutionRole", "AWSXrayWriteOnlyAccess", "AWSLambdaSQSQueueExecutionRole"}
    for role in of_type(resources, "AWS::IAM::Role").values():
        managed = {json.dumps(arn).rstrip('"').rpartition("/")[2] for arn in role["ManagedPolicyArns"]}
        assert managed - {'{"Ref": "ReadSecrets"}'} <= allowed


def test_queues_do_not_lose(resources: Any) -> None:
    """Each queue that feeds a function has a dead-letter queue, an alarm on it, and time for a retry.

    Six times the function's timeout is what AWS advises; only failed messages of a batch come back.
    """
    queues = of_type(resources, "AWS::SQS::Queue")
    alarmed = json.dumps(list(of_type(resources, "AWS::CloudWatch::Alarm").values()))
    functions = of_type(resources, "AWS::Lambda::Function")
    for mapping in of_type(resources, "AWS::Lambda::EventSourceMapping").values():
        queue = queues[mapping["EventSourceArn"]["Fn::GetAtt"][0]]
        assert mapping["FunctionResponseTypes"] == ["ReportBatchItemFailures"]
        assert queue["VisibilityTimeout"] >= 6 * functions[mapping["FunctionName"]["Ref"]]["Timeout"]
        dead = queue["RedrivePolicy"]["deadLetterTargetArn"]["Fn::GetAtt"][0]
        assert queues[dead]["MessageRetentionPeriod"] == 1_209_600
        assert f'["{dead}", "QueueName"]' in alarmed


def test_the_local_stack_subscribes_alike(resources: Any) -> None:
    """kloop hands the same keys and sizes to the same functions, in batches as large, and gives up as late."""
    mappings = of_type(resources, "AWS::Lambda::EventSourceMapping").values()
    queues, rules = of_type(resources, "AWS::SQS::Queue"), of_type(resources, "AWS::Events::Rule")
    deployed = {}
    for rule in rules.values():
        if "EventPattern" in rule:
            queue = rule["Targets"][0]["Arn"]["Fn::GetAtt"][0]
            [mapping] = [one for one in mappings if one["EventSourceArn"]["Fn::GetAtt"][0] == queue]
            pattern = rule["EventPattern"]["detail"]["object"]
            keys, sizes = tuple(key["wildcard"] for key in pattern["key"]), pattern.get("size", [])
            function = re.sub(r"(?<!^)([A-Z])", r"-\1", mapping["FunctionName"]["Ref"]).lower()
            receives = queues[queue]["RedrivePolicy"]["maxReceiveCount"]
            deployed[function, str(sizes)] = (keys, mapping["BatchSize"], receives)
    local = {
        (one.function, str(list(one.sizes))): (one.keys, one.batch_size, one.max_receives) for one in SUBSCRIPTIONS
    }
    assert deployed == local


def test_the_local_stack_keeps_the_schedules(resources: Any) -> None:
    """kloop calls the same functions by time, as often."""
    hours = {"rate(6 hours)": 6, "cron(0 3 * * ? *)": 24}
    scheduled = {
        rule["Targets"][0]["Arn"]["Fn::GetAtt"][0]: hours[rule["ScheduleExpression"]]
        for rule in of_type(resources, "AWS::Events::Rule").values()
        if "ScheduleExpression" in rule
    }
    local = {one.function.title().replace("-", ""): one.every.total_seconds() / 3600 for one in SCHEDULES}
    assert scheduled == local


def test_the_bucket_is_closed(resources: Any) -> None:
    """The bucket is versioned, encrypted, private, TLS only, tells EventBridge, and outlives the stack."""
    bucket = resources["Bucket"]
    properties = bucket["Properties"]
    assert bucket["UpdateReplacePolicy"] == "Retain"
    assert bucket["DeletionPolicy"] == "RetainExceptOnCreate"
    assert properties["VersioningConfiguration"] == {"Status": "Enabled"}
    assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
    assert properties["NotificationConfiguration"]["EventBridgeConfiguration"]["EventBridgeEnabled"] is True
    [statement] = resources["BucketPolicy"]["Properties"]["PolicyDocument"]["Statement"]
    assert (statement["Effect"], statement["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})


def test_parameters_are_documented(source: Any) -> None:
    """Each parameter says what it is for and has a value to start with."""
    assert all(parameter.keys() >= {"Description", "Default"} for parameter in source["Parameters"].values())


@pytest.mark.parametrize("stage", ["dev", "prod"])
def test_stages_override_what_exists(source: Any, stage: str) -> None:
    """A stage of samconfig.toml names its secrets and sets only parameters that the template has."""
    config = tomllib.loads((ROOT / "samconfig.toml").read_text())
    overrides = dict(override.split("=") for override in config[stage]["deploy"]["parameters"]["parameter_overrides"])
    assert overrides["Stage"] == stage
    assert overrides.keys() <= source["Parameters"].keys()


def figure(value: Any, mapping: dict[str, Any], cap: str) -> int:
    """What a share of the deployment's concurrency comes to."""
    name = value["Fn::If"][1] if "Fn::If" in value else value
    return int(mapping[cap][name["Fn::FindInMap"][2]])


@pytest.mark.parametrize("cap", ["50", "100", "250", "500"])
def test_one_figure_caps_the_whole_deployment(source: Any, resources: Any, cap: str) -> None:
    """The shares of all functions stay within it, and no queue may start more than its function's share."""
    mapping = source["Mappings"]["Concurrency"]
    functions = of_type(resources, "AWS::Lambda::Function")
    shares = {
        name: figure(function["ReservedConcurrentExecutions"], mapping, cap) for name, function in functions.items()
    }
    assert sum(shares.values()) <= int(cap)
    started: dict[str, int] = {}
    for source_mapping in of_type(resources, "AWS::Lambda::EventSourceMapping").values():
        name = source_mapping["FunctionName"]["Ref"]
        started[name] = started.get(name, 0) + figure(
            source_mapping["ScalingConfig"]["MaximumConcurrency"], mapping, cap
        )
    assert all(shares[name] > count for name, count in started.items())


def test_caps_are_those_that_are_divided(source: Any) -> None:
    """Each value of MaxConcurrency has its row."""
    allowed = source["Parameters"]["MaxConcurrency"]["AllowedValues"]
    assert set(map(str, allowed)) == source["Mappings"]["Concurrency"].keys()


@pytest.mark.parametrize(
    ("parameters", "broken"),
    [
        ({"Database": "supabase", "SupabaseUrl": ""}, {"SupabaseHasItsUrl"}),
        ({"Database": "supabase", "SupabaseUrl": "https://a.supabase.co"}, set()),
        ({"Database": "postgres", "SupabaseUrl": ""}, set()),
        ({"Database": "postgres", "SupabaseUrl": "https://a.supabase.co"}, {"OneDatabase"}),
    ],
)
def test_a_stack_that_cannot_work_is_refused(transformed: Any, parameters: dict[str, str], broken: set[str]) -> None:
    """Before anything is made, with what to do: CloudFormation evaluates the rules upon the parameters."""

    def holds(condition: Any) -> bool:
        match condition:
            case {"Fn::Equals": [{"Ref": name}, value]}:
                return parameters[name] == value
            case {"Fn::Not": [inner]}:
                return not holds(inner)
        raise NotImplementedError(condition)

    rules = transformed["Rules"].items()
    assert broken == {
        name
        for name, rule in rules
        if holds(rule["RuleCondition"]) and not all(holds(assertion["Assert"]) for assertion in rule["Assertions"])
    }
    assert all(assertion["AssertDescription"] for _, rule in rules for assertion in rule["Assertions"])


def test_the_model_leaves_time_for_the_rules(source: Any, functions: Any) -> None:
    """LlmTimeout's most is half of what the most patient function that asks it has (knowledge.ports.llm.SHARE)."""
    longest = max(functions[folder.title().replace("_", "")]["Timeout"] for folder in asking_a_model())
    assert source["Parameters"]["LlmTimeout"]["MaxValue"] <= longest / 2


def asking_a_model() -> set[str]:
    """The folders of the functions that are given the language model, or learn with it."""
    folders = [main.parent.name for main in (ROOT / "functions").glob("*/main.py")]
    return {folder for folder in folders if re.search(r"\b(?:llm|reader)\(\)", code_of(folder))}


def code_of(folder: str) -> str:
    """A function's handler and its use case."""
    usecases = ROOT / "layers" / "knowledge" / "knowledge" / "usecases"
    files = [ROOT / "functions" / folder / "main.py", *(usecases / folder).rglob("*.py"), usecases / f"{folder}.py"]
    return "".join(file.read_text() for file in files if file.exists())


def test_the_docs_tell_who_asks_a_model() -> None:
    """Who adds up what a model costs learns of each function that asks it."""
    [paragraph] = re.findall(r"^An LLM, .*(?:\n.+)*", OPERATIONS, re.M)
    assert {folder for folder in asking_a_model() if folder.replace("_", "-") not in paragraph} == set()
    assert "user_memory" in asking_a_model()


def test_the_docs_price_all_polling(resources: Any) -> None:
    """Fifteen long polls a minute for each queue that a function reads, at $0.40 a million."""
    queues = len(of_type(resources, "AWS::Lambda::EventSourceMapping"))
    millions = queues * 15 * 60 * 24 * 30 / 1_000_000
    assert f"| polling of {queues} queues, {millions:.2f} million | ${millions * 0.40:.2f} |" in OPERATIONS


def test_upgrades_name_the_stack_that_was_deployed() -> None:
    """Every `sam deploy` of the documentation is of one environment of samconfig.toml, which names its stack."""
    config = tomllib.loads((ROOT / "samconfig.toml").read_text())
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    commands = [command for page in pages for command in re.findall(r"sam deploy[^\n`#]*", page.read_text())]
    assert [command for command in commands if "--config-env prod" not in command] == [] and len(commands) > 2
    assert config["prod"]["global"]["parameters"]["stack_name"] == "knowledge-loop-prod"


@pytest.mark.filterwarnings("ignore:Tried to parse")  # the types that moto cannot make; tested above
@pytest.mark.parametrize("database", ["supabase", "postgres"])
def test_it_is_created(transformed: Any, database: str) -> None:
    """CloudFormation, as moto has it, makes the stack, and the functions have what this choice needs."""
    values = {"Database": database, "AlarmEmail": "a@example.org"}
    parameters = [{"ParameterKey": key, "ParameterValue": value} for key, value in values.items()]
    client = boto3.client("cloudformation")
    name = f"knowledge-loop-{database}"
    # moto has no function URLs; the tests above assert on them.
    rest = {
        logical_id: resource
        for logical_id, resource in transformed["Resources"].items()
        if resource["Type"] != "AWS::Lambda::Url"
    }
    body = json.dumps({**transformed, "Resources": rest, "Outputs": {}})
    client.create_stack(StackName=name, TemplateBody=body, Parameters=parameters)
    assert client.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"] == "CREATE_COMPLETE"
    created = boto3.client("lambda").get_function_configuration(FunctionName=f"{name}-query-knowledge")
    variables = created["Environment"]["Variables"]
    assert ("KNOWLEDGE_SUPABASE_KEY" in variables) == (database == "supabase")
    assert ("KNOWLEDGE_DATABASE_URL" in variables) == (database == "postgres")
