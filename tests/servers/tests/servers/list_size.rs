//! Output schemas make the list of tools at most twice as long, for a server of fourteen tools with rich data.

use std::collections::BTreeMap;

use crate::support::{call, connect};
use envelope_runtime::response_v2::Reply;
use envelope_runtime::rmcp3::FAILURES_KEY;
use envelope_runtime::{Payload, ToolError, assert_actionable, envelope_tool};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::{tool, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A person with an account.
#[derive(Serialize, JsonSchema)]
struct User {
    /// The name of the account.
    login: String,
    /// The name for people.
    name: Option<String>,
    /// Whether the account is a program.
    is_bot: bool,
}

/// The state of an issue.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum State {
    /// Nobody works on it.
    Open,
    /// Somebody works on it.
    InProgress,
    /// It is finished, or given up.
    Closed,
}

/// An issue.
#[derive(Serialize, Payload, JsonSchema)]
struct Issue {
    /// The number within the project.
    number: u64,
    title: String,
    /// The text, in Markdown.
    body: Option<String>,
    state: State,
    author: User,
    assignees: Vec<User>,
    labels: Vec<String>,
    /// The time of the last change, in ISO 8601.
    updated_at: String,
    comments: u32,
}

/// A comment on an issue.
#[derive(Serialize, Payload, JsonSchema)]
struct Comment {
    id: u64,
    author: User,
    /// The text, in Markdown.
    body: String,
    created_at: String,
    /// How often each reaction was given.
    reactions: BTreeMap<String, u32>,
}

/// A project.
#[derive(Serialize, Payload, JsonSchema)]
struct Project {
    slug: String,
    name: String,
    description: Option<String>,
    owner: User,
    open_issues: u32,
    archived: bool,
}

/// A milestone.
#[derive(Serialize, Payload, JsonSchema)]
struct Milestone {
    id: u64,
    title: String,
    due_on: Option<String>,
    progress: f64,
    issues: Vec<u64>,
}

/// How much work is where.
#[derive(Serialize, Payload, JsonSchema)]
struct Workload {
    by_state: BTreeMap<String, u32>,
    by_user: BTreeMap<String, u32>,
    oldest: Option<u64>,
    median_days: f64,
}

#[derive(Debug, thiserror::Error, ToolError)]
enum TrackerError {
    #[error("There is no project '{project}'")]
    #[tool_error(
        code = "PROJECT_NOT_FOUND",
        remediation = "List the projects, then retry with one of their slugs"
    )]
    NoProject { project: String },
    #[error("There is no issue {number}")]
    #[tool_error(
        code = "ISSUE_NOT_FOUND",
        error_type = "not_found",
        remediation = "Search the issues, then retry with one of their numbers"
    )]
    NoIssue { number: u64 },
    #[error("The project is archived")]
    #[tool_error(
        code = "PROJECT_ARCHIVED",
        error_type = "conflict",
        remediation = "Choose a project that is not archived"
    )]
    Archived,
    #[error("There were too many requests")]
    #[tool_error(code = "RATE_LIMIT_EXCEEDED", remediation = "Wait {wait} seconds, then retry")]
    Throttled {
        #[tool_error(data = "retry_after_seconds")]
        wait: u64,
    },
}

fn user() -> User {
    User { login: "ada".to_owned(), name: None, is_bot: false }
}

fn issue(number: u64) -> Issue {
    Issue {
        number,
        title: "It fails".to_owned(),
        body: None,
        state: State::Open,
        author: user(),
        assignees: vec![user()],
        labels: vec!["bug".to_owned()],
        updated_at: "2025-12-04T12:00:00Z".to_owned(),
        comments: 2,
    }
}

fn comment() -> Comment {
    let reactions = BTreeMap::from([("+1".to_owned(), 3)]);
    let created_at = "2025-12-04T12:00:00Z".to_owned();
    Comment { id: 7, author: user(), body: "Yes".to_owned(), created_at, reactions }
}

fn project() -> Project {
    Project {
        slug: "core".to_owned(),
        name: "Core".to_owned(),
        description: None,
        owner: user(),
        open_issues: 4,
        archived: false,
    }
}

fn milestone() -> Milestone {
    Milestone { id: 1, title: "1.0".to_owned(), due_on: None, progress: 0.5, issues: vec![1] }
}

/// Fails for some projects.
fn check(project: &str) -> Result<(), TrackerError> {
    match project {
        "core" => Ok(()),
        "old" => Err(TrackerError::Archived),
        "busy" => Err(TrackerError::Throttled { wait: 5 }),
        _ => Err(TrackerError::NoProject { project: project.to_owned() }),
    }
}

/// Which page of a list.
#[derive(Deserialize, JsonSchema)]
struct PageOf {
    /// The slug of the project, as list_projects returns it, for example `core`.
    project: String,
    /// The cursor of the next page, from `meta.pagination.cursor` of the page before. Leave it out for the first page.
    #[serde(rename = "cursor")]
    _cursor: Option<String>,
    /// How many items to return, from 1 to 100. Ask for few items if you need only an overview.
    #[serde(rename = "page_size")]
    #[schemars(range(min = 1, max = 100))]
    _page_size: Option<u8>,
}

/// Which issues to find.
#[derive(Deserialize, JsonSchema)]
struct Search {
    /// The slug of the project, as list_projects returns it, for example `core`.
    project: String,
    /// Words that the title or the text contains. Several words are combined with AND; use quotes for a phrase.
    #[serde(rename = "query")]
    _query: String,
    /// The state of the issues. Leave it out to search issues in every state.
    #[serde(rename = "state")]
    _state: Option<State>,
    /// Labels that all found issues have, by their names.
    #[serde(default, rename = "labels")]
    _labels: Vec<String>,
    /// The login of the user that the issues are assigned to, or `none` for issues without an assignee.
    #[serde(rename = "assignee")]
    _assignee: Option<String>,
}

/// Which issue.
#[derive(Deserialize, JsonSchema)]
struct OfIssue {
    /// The slug of the project, as list_projects returns it, for example `core`.
    project: String,
    /// The number of the issue within the project, as search_issues returns it.
    number: u64,
    /// Whether to include the full text. Without it, the text is cut after 500 characters, which is enough for triage.
    #[serde(default, rename = "full_text")]
    _full_text: bool,
}

/// What to write.
#[derive(Deserialize, JsonSchema)]
struct Write {
    /// The slug of the project, as list_projects returns it, for example `core`.
    project: String,
    /// The number of the issue within the project. Leave it out to create an issue.
    number: Option<u64>,
    /// The title, in one line of at most 100 characters. Start with a verb.
    #[serde(rename = "title")]
    _title: Option<String>,
    /// The text, in Markdown. Quote logs in code blocks, and link other issues as `#12`.
    #[serde(rename = "body")]
    _body: Option<String>,
    /// Logins of the users to assign. The list replaces the current one.
    #[serde(rename = "assignees")]
    _assignees: Option<Vec<String>>,
    /// Names of the labels to set. The list replaces the current one.
    #[serde(rename = "labels")]
    _labels: Option<Vec<String>>,
}

struct Tracker;

#[envelope_tool(dialect = "response-v2", output_schema, list_failures)]
#[tool_router(server_handler)]
impl Tracker {
    /// Lists the projects that you can see, with their owners and the number of their open issues. Start here.
    #[tool]
    #[envelope_tool(data = "projects")]
    fn list_projects(
        &self,
        Parameters(page): Parameters<PageOf>,
    ) -> Result<Reply<Vec<Project>>, TrackerError> {
        check(&page.project).map(|()| Reply::new(vec![project()]))
    }

    /// Shows one project by its slug. Use it to check whether a project is archived before you write to it.
    #[tool]
    fn show_project(&self, Parameters(of): Parameters<PageOf>) -> Result<Project, TrackerError> {
        check(&of.project).map(|()| project())
    }

    /// Searches the issues of a project by words, state, labels and assignee. The result has the newest issues first.
    #[tool]
    #[envelope_tool(data = "issues")]
    fn search_issues(
        &self,
        Parameters(search): Parameters<Search>,
    ) -> Result<Reply<Vec<Issue>>, TrackerError> {
        check(&search.project).map(|()| Reply::new(vec![issue(1), issue(2)]))
    }

    /// Shows one issue with its text, its labels and the people who work on it.
    #[tool]
    fn show_issue(&self, Parameters(of): Parameters<OfIssue>) -> Result<Issue, TrackerError> {
        check(&of.project)?;
        if of.number == 404 { Err(TrackerError::NoIssue { number: 404 }) } else { Ok(issue(1)) }
    }

    /// Creates an issue. Search first, so that you do not create an issue that exists.
    #[tool]
    fn create_issue(&self, Parameters(write): Parameters<Write>) -> Result<Issue, TrackerError> {
        check(&write.project).map(|()| issue(write.number.unwrap_or(3)))
    }

    /// Changes the title, text, assignees or labels of an issue. Values that you leave out stay as they are.
    #[tool]
    fn edit_issue(&self, Parameters(write): Parameters<Write>) -> Result<Issue, TrackerError> {
        check(&write.project).map(|()| issue(write.number.unwrap_or(3)))
    }

    /// Closes an issue. Comment on it before, to tell its author the reason.
    #[tool]
    fn close_issue(&self, Parameters(of): Parameters<OfIssue>) -> Result<Issue, TrackerError> {
        check(&of.project).map(|()| issue(of.number))
    }

    /// Lists the comments on the issues of a project, the newest first, with the reactions to each of them.
    #[tool]
    #[envelope_tool(data = "comments")]
    fn list_comments(
        &self,
        Parameters(page): Parameters<PageOf>,
    ) -> Result<Reply<Vec<Comment>>, TrackerError> {
        check(&page.project).map(|()| Reply::new(vec![comment()]))
    }

    /// Comments on an issue. The text is in Markdown, and mentions notify the people that they name.
    #[tool]
    fn add_comment(&self, Parameters(write): Parameters<Write>) -> Result<Comment, TrackerError> {
        check(&write.project).map(|()| comment())
    }

    /// Lists the milestones of a project with their issues and their progress from 0 to 1.
    #[tool]
    #[envelope_tool(data = "milestones")]
    fn list_milestones(
        &self,
        Parameters(page): Parameters<PageOf>,
    ) -> Result<Reply<Vec<Milestone>>, TrackerError> {
        check(&page.project).map(|()| Reply::new(vec![milestone()]))
    }

    /// Adds an issue to the current milestone of its project, or moves it there from another one.
    #[tool]
    fn plan_issue(&self, Parameters(of): Parameters<OfIssue>) -> Result<Milestone, TrackerError> {
        check(&of.project).map(|()| milestone())
    }

    /// Lists the people of a project who can be assigned to issues.
    #[tool]
    #[envelope_tool(data = "people")]
    fn list_people(
        &self,
        Parameters(page): Parameters<PageOf>,
    ) -> Result<Reply<Vec<User>>, TrackerError> {
        check(&page.project).map(|()| Reply::new(vec![user()]))
    }

    /// Lists the labels of a project by name, with the number of issues that have each of them.
    #[tool]
    #[envelope_tool(data = "labels")]
    fn list_labels(
        &self,
        Parameters(page): Parameters<PageOf>,
    ) -> Result<BTreeMap<String, u32>, TrackerError> {
        check(&page.project).map(|()| BTreeMap::from([("bug".to_owned(), 1)]))
    }

    /// Counts the work of a project by state and by user, with the oldest issue and the median time until an issue is closed.
    #[tool]
    fn workload(&self, Parameters(page): Parameters<PageOf>) -> Result<Workload, TrackerError> {
        let by_user = BTreeMap::from([("ada".to_owned(), 1)]);
        let workload =
            Workload { by_state: BTreeMap::new(), by_user, oldest: None, median_days: 2.5 };
        check(&page.project).map(|()| workload)
    }
}

/// The length of the list in bytes, without these keys of its tools.
fn length(tools: &Value, without: &[&str]) -> usize {
    let mut tools = tools.clone();
    for tool in tools.as_array_mut().unwrap() {
        for key in without {
            tool.as_object_mut().unwrap().remove(*key);
        }
    }
    tools.to_string().len()
}

#[tokio::test]
async fn output_schemas_make_the_list_at_most_twice_as_long() {
    let client = connect(Tracker).await;
    let tools = serde_json::to_value(client.list_all_tools().await.unwrap()).unwrap();
    assert_eq!(tools.as_array().unwrap().len(), 14);
    let with = length(&tools, &["_meta"]);
    let without = length(&tools, &["_meta", "outputSchema"]);
    // The input schemas are somewhat shorter than the SDK's, since they lack its formats.
    assert!(with <= 2 * without + without / 100, "{with} {without}");
}

#[tokio::test]
async fn every_answer_fits_its_schema() {
    let client = connect(Tracker).await;
    let mut codes = Vec::new();
    for tool in client.list_all_tools().await.unwrap() {
        let schema = Value::Object((**tool.output_schema.as_ref().unwrap()).clone());
        let validator = jsonschema::validator_for(&schema).unwrap();
        let name: &'static str = tool.name.to_string().leak();
        for (project, number) in [("core", 1), ("core", 404), ("old", 1), ("busy", 1), ("lost", 1)]
        {
            let mut arguments = json!({"project": project, "number": number, "query": "a"});
            let known = &tool.input_schema["properties"];
            arguments.as_object_mut().unwrap().retain(|key, _| known.get(key).is_some());
            let result = call(&client, name, arguments).await;
            let structured = result.structured_content.unwrap();
            assert!(validator.is_valid(&structured), "{name}: {structured:#}\n{schema:#}");
            codes.extend(structured["data"]["error_code"].as_str().map(str::to_owned));
        }
        let result = call(&client, name, json!({"project": 7})).await;
        let structured = result.structured_content.unwrap();
        assert!(validator.is_valid(&structured), "{name}: {structured:#}\n{schema:#}");
    }
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(
        codes,
        ["ISSUE_NOT_FOUND", "PROJECT_ARCHIVED", "PROJECT_NOT_FOUND", "RATE_LIMIT_EXCEEDED"]
    );
}

#[tokio::test]
async fn the_failures_of_each_tool_are_in_the_list() {
    assert_actionable!(TrackerError);
    let client = connect(Tracker).await;
    for tool in client.list_all_tools().await.unwrap() {
        let listed = &tool.meta.unwrap().0[FAILURES_KEY];
        assert_eq!(*listed, serde_json::to_value(TrackerError::DECLARED).unwrap());
        assert_eq!(listed["failures"][3]["retry"], "after_delay");
    }
}
