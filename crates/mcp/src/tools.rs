//! The tools by name, with what they do and what they take.

use serde_json::{Map, Value, json};

/// A tool.
pub(crate) struct ToolSpec {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) arguments: &'static [ArgumentSpec],
}

/// An argument of a tool.
pub(crate) struct ArgumentSpec {
    pub(crate) name: &'static str,
    kind: &'static str,
    about: &'static str,
    is_required: bool,
}

const fn required(name: &'static str, kind: &'static str, about: &'static str) -> ArgumentSpec {
    ArgumentSpec { name, kind, about, is_required: true }
}

const fn optional(name: &'static str, kind: &'static str, about: &'static str) -> ArgumentSpec {
    ArgumentSpec { name, kind, about, is_required: false }
}

const KB: ArgumentSpec = required(
    "kb",
    "string",
    "The knowledge base: a file of a folder given at start, or `family` for a small example.",
);
const CONCEPT: ArgumentSpec =
    required("concept", "string", "A concept in DL, Manchester or OWL functional syntax.");
const POSITIVES: ArgumentSpec =
    optional("positives", "list", "Individuals that the concept must cover, by name or IRI.");
const NEGATIVES: ArgumentSpec = optional(
    "negatives",
    "list",
    "Individuals that it must not cover; without any, the others of the smallest common class.",
);
const TARGET_CLASS: ArgumentSpec = optional(
    "target_class",
    "string",
    "In place of examples: describe this class, its instances against the rest.",
);
const IGNORE: ArgumentSpec =
    optional("ignore", "list", "Classes and properties that the concept must not use.");
const OPTIONS: ArgumentSpec = optional(
    "options",
    "object",
    "Options of the learner by name, such as {\"sketch\": \"Male ⊓ ?C\", \"timeout\": \"10s\"}.",
);
const LIMIT: ArgumentSpec =
    optional("limit", "count", "The most entries of the answer; 50 unless something is said.");

/// All tools.
pub(crate) const TOOLS: &[ToolSpec] = &[
    ToolSpec {
        name: "open",
        about: "Opens a knowledge base and says what is in it; without kb, lists what can be opened.",
        arguments: &[optional("kb", "string", KB.about)],
    },
    ToolSpec {
        name: "look_up",
        about: "Finds individuals, classes and properties whose name or label has a text in it; for \
                one individual, its classes, edges and values.",
        arguments: &[
            KB,
            optional("text", "string", "A part of a name or label; everything without it."),
            optional("kind", "string", "individual, class, object-property or data-property."),
            LIMIT,
        ],
    },
    ToolSpec {
        name: "learn",
        about: "Learns the concept that tells positives from negatives, with the best of each length.",
        arguments: &[KB, POSITIVES, NEGATIVES, TARGET_CLASS, IGNORE, OPTIONS],
    },
    ToolSpec {
        name: "explain",
        about: "Says why an individual is an instance of a concept, or what it lacks.",
        arguments: &[KB, CONCEPT, required("individual", "string", "Its name or IRI.")],
    },
    ToolSpec {
        name: "retrieve",
        about: "Lists the instances of a concept.",
        arguments: &[KB, CONCEPT, LIMIT],
    },
    ToolSpec {
        name: "crossval",
        about: "Says how well a problem is learned: learns on parts of the examples, tests on the rest.",
        arguments: &[
            KB,
            POSITIVES,
            NEGATIVES,
            TARGET_CLASS,
            IGNORE,
            OPTIONS,
            optional("folds", "count", "The number of parts; 5 unless something is said."),
        ],
    },
];

impl ToolSpec {
    /// The names of the arguments.
    pub(crate) fn names(&self) -> Vec<&'static str> {
        self.arguments.iter().map(|argument| argument.name).collect()
    }

    /// What the arguments are, as JSON schema.
    pub(crate) fn schema(&self) -> Map<String, Value> {
        let mut properties = Map::new();
        for argument in self.arguments {
            let mut property = match argument.kind {
                "list" => json!({ "type": "array", "items": { "type": "string" } }),
                "count" => json!({ "type": "integer", "minimum": 1 }),
                kind => json!({ "type": kind }),
            };
            property["description"] = argument.about.into();
            properties.insert(argument.name.to_owned(), property);
        }
        let required = self.arguments.iter().filter(|argument| argument.is_required);
        let required: Vec<&str> = required.map(|argument| argument.name).collect();
        let schema = json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        });
        if let Value::Object(schema) = schema { schema } else { Map::new() }
    }
}
