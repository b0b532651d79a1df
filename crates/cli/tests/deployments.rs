//! The examples for several nodes, `examples/compose.yaml` and `examples/kubernetes`, fit this
//! program: its command lines, settings, routes and ports. They also keep their promises: no
//! passwords, no root, limited resources.
#![cfg(feature = "server")]

use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The image that `examples/Containerfile` builds.
const IMAGE: &str = "hyperrook";
/// How long a node may take to stop, in seconds.
const STOPS_WITHIN: u64 = 10;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(examples().join(name)).unwrap()
}

/// The documents of a YAML file, with anchors and merge keys resolved.
fn documents(text: &str) -> Vec<Value> {
    let documents = serde_norway::Deserializer::from_str(text);
    let documents = documents.map(|document| {
        let mut document = serde_norway::Value::deserialize(document).unwrap();
        // A merged value may contain merge keys itself.
        for _ in 0..4 {
            document.apply_merge().unwrap();
        }
        serde_json::to_value(document).unwrap()
    });
    documents.collect()
}

fn compose() -> Value {
    let mut documents = documents(&read("compose.yaml"));
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// All objects for Kubernetes, with the names of their files.
fn kubernetes() -> Vec<(String, Value)> {
    let mut objects = Vec::new();
    for entry in std::fs::read_dir(examples().join("kubernetes")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".yaml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let of_file = documents(&text).into_iter();
            objects.extend(of_file.map(|object| (name.clone(), object)));
        }
    }
    assert!(objects.len() > 10, "{}", objects.len());
    objects
}

fn of_kind<'a>(objects: &'a [(String, Value)], kind: &str) -> Vec<&'a Value> {
    let objects = objects.iter().map(|(_, object)| object);
    objects.filter(|object| object["kind"] == kind).collect()
}

/// The specifications of the pods that objects make, with their labels.
fn pods(objects: &[(String, Value)]) -> Vec<(String, &Value)> {
    let objects = objects.iter().map(|(_, object)| object);
    let with_pods = objects.filter(|object| object["spec"]["template"].is_object());
    with_pods
        .map(|object| {
            (
                text(&object["metadata"]["name"]),
                &object["spec"]["template"],
            )
        })
        .collect()
}

#[track_caller]
fn text(value: &Value) -> String {
    let text = value.as_str();
    text.unwrap_or_else(|| panic!("{value} is no text"))
        .to_owned()
}

#[track_caller]
fn list(value: &Value) -> &[Value] {
    let list = value.as_array();
    list.unwrap_or_else(|| panic!("{value} is no list"))
}

#[track_caller]
fn texts(value: &Value) -> Vec<String> {
    list(value).iter().map(text).collect()
}

fn keys(value: &Value) -> BTreeSet<&str> {
    let keys = value.as_object().into_iter().flatten();
    keys.map(|(key, _)| key.as_str()).collect()
}

/// A container of either example.
#[derive(Debug)]
struct Container {
    name: String,
    image: String,
    command: Vec<String>,
    /// The environment; `None` for values that come from a secret.
    environment: BTreeMap<String, Option<String>>,
}

fn compose_containers() -> Vec<Container> {
    let compose = compose();
    let services = compose["services"].as_object().unwrap().iter();
    let container = |(name, service): (&String, &Value)| {
        let environment = service["environment"].as_object().into_iter().flatten();
        let parts = ["entrypoint", "command"].map(|part| service[part].as_array());
        Container {
            name: format!("compose {name}"),
            image: text(&service["image"]),
            command: parts.into_iter().flatten().flatten().map(text).collect(),
            environment: environment
                .map(|(name, value)| (name.clone(), Some(text(value))))
                .collect(),
        }
    };
    services.map(container).collect()
}

fn kubernetes_containers() -> Vec<Container> {
    let objects = kubernetes();
    let mut containers = Vec::new();
    for (pod, template) in pods(&objects) {
        for container in list(&template["spec"]["containers"]) {
            let parts = ["command", "args"].map(|part| container[part].as_array());
            let environment = container["env"].as_array().into_iter().flatten();
            let environment = environment.map(|entry| {
                let value = entry["value"].as_str().map(str::to_owned);
                assert_eq!(
                    value.is_none(),
                    entry["valueFrom"]["secretKeyRef"].is_object()
                );
                (text(&entry["name"]), value)
            });
            containers.push(Container {
                name: format!("Kubernetes {pod}"),
                image: text(&container["image"]),
                command: parts.into_iter().flatten().flatten().map(text).collect(),
                environment: environment.collect(),
            });
        }
    }
    containers
}

fn containers() -> Vec<Container> {
    let mut all = compose_containers();
    all.extend(kubernetes_containers());
    all
}

/// The containers that run this program.
fn own_containers() -> Vec<Container> {
    let all = containers().into_iter();
    let own: Vec<Container> = all.filter(|container| container.image == IMAGE).collect();
    assert_eq!(own.len(), 5 + 3);
    own
}

fn run(args: &[&str], environment: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hyperrook"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("HYPERROOK_")) {
        command.env_remove(name);
    }
    let environment = environment.iter().copied();
    command.args(args).envs(environment).output().unwrap()
}

#[test]
fn the_program_accepts_the_command_lines() {
    for container in own_containers() {
        let [program, args @ ..] = &container.command[..] else {
            panic!("{} runs nothing", container.name);
        };
        assert_eq!(program, "hyperrook", "{}", container.name);
        let mut args: Vec<&str> = args.iter().map(String::as_str).collect();
        // The arguments are checked up to this one.
        args.push("--help");
        let output = run(&args, &[]);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{}: {error}", container.name);
    }
    // A wrong argument would be noticed.
    assert!(
        !run(&["serve", "--prot", "1", "--help"], &[])
            .status
            .success()
    );
}

#[test]
fn variables_are_settings_of_the_program() {
    // Settings are read before the data folder, which does not exist.
    let fault = |name: &str, value: &str| {
        let output = run(&["admin", "status", "--data", "/nowhere"], &[(name, value)]);
        let error = String::from_utf8(output.stderr).unwrap();
        let known = error.contains("there is no database in /nowhere");
        (!known).then_some(error)
    };
    assert!(fault("HYPERROOK_PROT", "1").is_some());
    assert!(fault("HYPERROOK_PORT", "many").is_some());
    let mut seen = BTreeSet::new();
    for container in own_containers() {
        for (name, value) in &container.environment {
            assert!(name.starts_with("HYPERROOK_"), "{}: {name}", container.name);
            seen.insert(name.clone());
            // The file of a secret is not here; its settings are in a comment.
            if name == "HYPERROOK_CONFIG" {
                assert!(value.as_ref().unwrap().starts_with("/run/secrets/"));
                continue;
            }
            // A user of NATS needs a password, and either comes alone here.
            if name.starts_with("HYPERROOK_NATS__") && !name.ends_with("URL") {
                let both = ["USER", "PASSWORD"].map(|end| format!("HYPERROOK_NATS__{end}"));
                assert!(both.contains(name), "{name}");
                continue;
            }
            let value = value
                .as_deref()
                .unwrap_or("postgres://hyperrook@postgres/none");
            if let Some(error) = fault(name, value) {
                panic!("{}: {name}={value}: {error}", container.name);
            }
        }
    }
    let user = ("HYPERROOK_NATS__USER", "hyperrook");
    let password = ("HYPERROOK_NATS__PASSWORD", "secret");
    let output = run(
        &["admin", "status", "--data", "/nowhere"],
        &[user, password],
    );
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("there is no database in"), "{error}");
    for name in ["HYPERROOK_DATABASE", "HYPERROOK_NATS__URL"] {
        assert!(seen.contains(name), "{name}");
    }
}

/// The settings that a comment of the Compose file says to put into a secret.
#[test]
fn the_settings_file_of_the_comment_is_read() {
    let text = read("compose.yaml");
    let mut lines = text.lines().map(|line| line.trim_start_matches('#'));
    let first = lines.find(|line| line.trim_start().starts_with("hyperrook.toml "));
    let first = first
        .unwrap()
        .trim_start()
        .trim_start_matches("hyperrook.toml");
    let rest = lines.take_while(|line| !line.trim().is_empty());
    let file = tempfile::NamedTempFile::new().unwrap();
    let settings: Vec<&str> = std::iter::once(first).chain(rest).map(str::trim).collect();
    assert!(settings.len() == 4, "{settings:?}");
    std::fs::write(&file, settings.join("\n")).unwrap();
    let path = file.path().to_str().unwrap();
    let output = run(
        &["admin", "status", "--data", "/nowhere", "--config", path],
        &[],
    );
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("there is no database in"), "{error}");
}

/// The paths that the server answers.
fn routes() -> BTreeSet<String> {
    let output = run(&["serve", "--openapi"], &[]);
    let api: Value = serde_json::from_slice(&output.stdout).unwrap();
    keys(&api["paths"]).into_iter().map(str::to_owned).collect()
}

/// The port of the command line of a node.
fn port_of(container: &Container) -> Option<u64> {
    let mut words = container.command.iter();
    words.find(|word| *word == "--port")?;
    words.next()?.parse().ok()
}

#[test]
fn probes_use_routes_and_ports_of_the_server() {
    let routes = routes();
    for container in own_containers() {
        let serves = container.command[1] == "serve";
        assert_eq!(
            port_of(&container),
            serves.then_some(8640),
            "{}",
            container.name
        );
    }
    let objects = kubernetes();
    let mut probes = 0;
    for (name, template) in pods(&objects) {
        for container in list(&template["spec"]["containers"]) {
            let ports = container["ports"].as_array().into_iter().flatten();
            let ports: Vec<&Value> = ports.map(|port| &port["name"]).collect();
            for probe in ["startupProbe", "readinessProbe", "livenessProbe"] {
                let request = &container[probe]["httpGet"];
                if request.is_null() {
                    assert_ne!(name, "node", "{probe}");
                    continue;
                }
                assert!(ports.contains(&&request["port"]), "{name}: {probe}");
                if container["image"] == IMAGE {
                    assert!(routes.contains(&text(&request["path"])), "{name}: {probe}");
                    probes += 1;
                }
            }
            if name == "node" {
                assert_eq!(container["ports"][0]["containerPort"], 8640);
                assert_eq!(container["readinessProbe"]["httpGet"]["path"], "/readyz");
                assert_eq!(container["livenessProbe"]["httpGet"]["path"], "/healthz");
            }
        }
    }
    assert_eq!(probes, 3);
    let compose = compose();
    for node in ["node-1", "node-2"] {
        let test = texts(&compose["services"][node]["healthcheck"]["test"]).join(" ");
        assert!(test.contains("/dev/tcp/127.0.0.1/8640") && test.contains("GET /readyz "));
    }
}

/// The proxies reach the nodes, and publish no metrics.
#[test]
fn proxies_pass_on_everything_but_metrics() {
    assert!(routes().contains("/metrics"));
    let objects = kubernetes();
    let maps = of_kind(&objects, "ConfigMap").into_iter();
    let mut maps = maps.filter_map(|map| map["data"]["Caddyfile"].as_str());
    let [compose_file, kubernetes_file] = [read("Caddyfile"), maps.next().unwrap().to_owned()];
    for (file, nodes) in [
        (compose_file, "node-1:8640 node-2:8640 {"),
        (kubernetes_file, "node:8640 {"),
    ] {
        let lines: Vec<&str> = file.lines().map(str::trim).collect();
        assert!(lines.contains(&"respond /metrics 404"), "{file}");
        // What is behind another proxy has the client's address, too.
        let client = "header_up X-Forwarded-For {client_ip}";
        assert!(lines.contains(&client), "{file}");
        assert!(
            lines.contains(&&*format!("reverse_proxy {nodes}")),
            "{file}"
        );
    }
    for container in own_containers() {
        if container.command[1] == "serve" {
            let behind_proxy = &container.environment["HYPERROOK_BEHIND_PROXY"];
            assert_eq!(behind_proxy.as_deref(), Some("true"));
        }
    }
    // Nothing else can be reached from outside.
    let compose = compose();
    for (name, service) in compose["services"].as_object().unwrap() {
        assert_eq!(service["ports"].is_array(), name == "proxy", "{name}");
    }
    for service in of_kind(&objects, "Service") {
        let outside = service["spec"]["type"] == "LoadBalancer";
        assert_eq!(outside, service["metadata"]["name"] == "proxy");
        assert_ne!(service["spec"]["type"], "NodePort");
    }
}

/// `--data` would override a database in the settings file.
#[test]
fn no_example_names_the_folder_by_a_flag() {
    for file in ["Containerfile", "hyperrook.service"] {
        let text = read(file);
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        assert!(!lines.any(|line| line.contains("--data")), "{file}");
        assert!(text.contains("HYPERROOK_DATA="), "{file}");
    }
}

/// Variables that Kubernetes makes for services could look like settings.
#[test]
fn kubernetes_sets_no_variables_for_services() {
    let objects = kubernetes();
    let mut own = 0;
    for kind in ["Deployment", "Job"] {
        for object in of_kind(&objects, kind) {
            let pod = &object["spec"]["template"]["spec"];
            if pod["containers"][0]["image"] == "hyperrook" {
                assert_eq!(pod["enableServiceLinks"], false, "{object}");
                own += 1;
            }
        }
    }
    assert_eq!(own, 3);
}

#[test]
fn no_secret_is_in_plain_text() {
    for container in containers() {
        for (name, value) in &container.environment {
            let words = ["PASSWORD", "DATABASE", "SECRET", "TOKEN"];
            let secret = words.iter().any(|word| name.contains(word));
            let file = name.ends_with("_FILE");
            assert!(
                !secret || file || value.is_none(),
                "{}: {name}",
                container.name
            );
            let value = value.as_deref().unwrap_or_default();
            let authority = value.split_once("://").map_or("", |(_, rest)| rest);
            assert!(!authority.contains('@'), "{}: {name}", container.name);
        }
    }
    let compose = compose();
    for (name, secret) in compose["secrets"].as_object().unwrap() {
        assert_eq!(keys(secret), ["file"].into(), "{name}");
    }
    // The keys of the secret are those that the page describes.
    let page = read("kubernetes/README.md");
    let objects = kubernetes();
    let mut used = BTreeSet::new();
    for (_, template) in pods(&objects) {
        for container in list(&template["spec"]["containers"]) {
            for entry in container["env"].as_array().into_iter().flatten() {
                let from = &entry["valueFrom"]["secretKeyRef"];
                if from.is_object() {
                    assert_eq!(from["name"], "hyperrook");
                    used.insert(text(&from["key"]));
                }
            }
        }
    }
    let made = page.split("--from-literal=").skip(1);
    let made: BTreeSet<String> = made
        .map(|rest| rest.split('=').next().unwrap().to_owned())
        .collect();
    assert_eq!(made, used);
    assert!(of_kind(&objects, "Secret").is_empty());
}

#[test]
fn containers_run_without_privileges_and_within_limits() {
    let compose = compose();
    for (name, service) in compose["services"].as_object().unwrap() {
        assert_eq!(service["read_only"], true, "{name}");
        assert_eq!(texts(&service["cap_drop"]), ["ALL"], "{name}");
        assert_eq!(
            texts(&service["security_opt"]),
            ["no-new-privileges:true"],
            "{name}"
        );
        let user = text(&service["user"]);
        assert!(
            !["root", "0"].contains(&user.split(':').next().unwrap()),
            "{name}"
        );
        let limits = &service["deploy"]["resources"]["limits"];
        assert_eq!(keys(limits), ["cpus", "memory"].into(), "{name}");
        if name.starts_with("node") || name.starts_with("worker") {
            let grace = text(&service["stop_grace_period"]);
            let grace: u64 = grace.strip_suffix('s').unwrap().parse().unwrap();
            assert!(grace >= 2 * STOPS_WITHIN, "{name}");
        }
    }
    let objects = kubernetes();
    for (name, template) in pods(&objects) {
        let pod = &template["spec"];
        assert_eq!(pod["securityContext"]["runAsNonRoot"], true, "{name}");
        assert!(
            pod["securityContext"]["runAsUser"].as_u64() > Some(0),
            "{name}"
        );
        assert_eq!(pod["automountServiceAccountToken"], false, "{name}");
        let grace = pod["terminationGracePeriodSeconds"].as_u64();
        let least = if name == "node" { 2 * STOPS_WITHIN } else { 1 };
        assert!(grace >= Some(least), "{name}");
        for container in list(&pod["containers"]) {
            let context = &container["securityContext"];
            assert_eq!(context["allowPrivilegeEscalation"], false, "{name}");
            assert_eq!(context["readOnlyRootFilesystem"], true, "{name}");
            assert_eq!(texts(&context["capabilities"]["drop"]), ["ALL"], "{name}");
            for bound in ["requests", "limits"] {
                let bound = keys(&container["resources"][bound]);
                assert_eq!(bound, ["cpu", "memory"].into(), "{name}");
            }
        }
    }
}

/// Two nodes, two workers, a job that migrates, PostgreSQL 15 and NATS exist, and so do the names
/// by which they reach each other.
#[test]
fn all_parts_exist_and_have_each_others_names() {
    let compose = compose();
    let services = keys(&compose["services"]);
    let names = "migrate nats node-1 node-2 postgres proxy worker-1 worker-2";
    assert_eq!(services, names.split(' ').collect());
    for (name, service) in compose["services"].as_object().unwrap() {
        for (other, condition) in service["depends_on"].as_object().into_iter().flatten() {
            let other_service = &compose["services"][other];
            match &*text(&condition["condition"]) {
                "service_completed_successfully" => assert_eq!(other_service["restart"], "no"),
                "service_healthy" => assert!(other_service["healthcheck"].is_object()),
                unknown => panic!("{name}: {unknown}"),
            }
        }
        for secret in service["secrets"].as_array().into_iter().flatten() {
            assert!(compose["secrets"][text(secret)].is_object(), "{name}");
        }
        for volume in service["volumes"].as_array().into_iter().flatten() {
            let volume = text(volume);
            let source = volume.split(':').next().unwrap();
            let exists = if source.starts_with('.') {
                examples().join(source).exists()
            } else {
                compose["volumes"][source].is_object()
            };
            assert!(exists, "{name}: {volume}");
        }
        for node in ["node-1", "node-2", "worker-1", "worker-2"] {
            let waits = &compose["services"][node]["depends_on"]["migrate"];
            assert_eq!(waits["condition"], "service_completed_successfully");
        }
    }

    let objects = kubernetes();
    let replicas = |name: &str| {
        let deployments = of_kind(&objects, "Deployment").into_iter();
        let mut found = deployments.filter(|object| object["metadata"]["name"] == name);
        found.next().unwrap()["spec"]["replicas"].clone()
    };
    assert_eq!(replicas("node"), 2);
    assert_eq!(replicas("worker"), 2);
    let jobs = of_kind(&objects, "Job");
    assert_eq!(jobs.len(), 1);
    let pods = pods(&objects);
    for (_, object) in &objects {
        let selector = &object["spec"]["selector"]["matchLabels"];
        if object["spec"]["template"].is_object() && selector.is_object() {
            assert_eq!(selector, &object["spec"]["template"]["metadata"]["labels"]);
        }
    }
    for service in of_kind(&objects, "Service") {
        let selector = &service["spec"]["selector"];
        let mut chosen = pods
            .iter()
            .filter(|(_, template)| template["metadata"]["labels"] == *selector);
        let (_, template) = chosen.next().unwrap();
        for port in list(&service["spec"]["ports"]) {
            let target = port.get("targetPort").unwrap_or(&port["port"]);
            let ports = list(&template["spec"]["containers"][0]["ports"]);
            let found = |port: &Value| port["name"] == *target || port["containerPort"] == *target;
            assert!(ports.iter().any(found), "{service}");
        }
    }
    let services: BTreeSet<String> = of_kind(&objects, "Service")
        .iter()
        .map(|service| text(&service["metadata"]["name"]))
        .collect();
    assert_eq!(
        services,
        ["nats", "node", "postgres", "proxy"]
            .map(str::to_owned)
            .into()
    );
    for (name, template) in &pods {
        let volumes = template["spec"]["volumes"].as_array().into_iter().flatten();
        let mut volumes: BTreeSet<String> = volumes.map(|volume| text(&volume["name"])).collect();
        if name == "postgres" {
            // It comes from `volumeClaimTemplates`.
            volumes.insert("data".to_owned());
        }
        let mounts = template["spec"]["containers"][0]["volumeMounts"].as_array();
        let mounts = mounts.into_iter().flatten();
        let mounts: BTreeSet<String> = mounts.map(|mount| text(&mount["name"])).collect();
        assert_eq!(mounts, volumes, "{name}");
    }

    for container in containers() {
        let image = container.image.split('/').next_back().unwrap();
        if image.starts_with("postgres") {
            assert!(image.starts_with("postgres:15"), "{image}");
        }
        let nats = container.environment.get("HYPERROOK_NATS__URL");
        assert!(nats.is_none_or(|url| url.as_deref() == Some("nats://nats:4222")));
        let needs_nats = ["serve", "worker"].map(str::to_owned);
        let is_own = container.image == IMAGE;
        if is_own && needs_nats.contains(&container.command[1]) {
            assert!(nats.is_some(), "{}", container.name);
        }
    }
}
