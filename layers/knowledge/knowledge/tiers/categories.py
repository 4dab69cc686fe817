"""The categories of the second tier that every tenant has, and what their texts are like."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Category:
    """What a text is like: example sentences to compare with, and words that speak for it."""

    prototypes: tuple[str, ...]
    cues: frozenset[str]


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


CATEGORIES = {
    "agent": Category(
        (
            "The agent finished the task and reported its result.",
            "Sub-agents are orchestrated by a master agent that assigns work orders.",
            "Capabilities, tools and plugins that the agent can call.",
            "The agent retried the tool call and recovered from the failure.",
            "It asks the person for permission before an irreversible step.",
            "Planning: an objective is broken into steps and delegated.",
            "The bot browses web pages and runs commands by itself.",
        ),
        _words("agent agents subagent orchestrator tool-call worker"),
    ),
    "organization": Category(
        (
            "Team structure, roles and who is responsible for what.",
            "The company hired new people and changed the reporting lines.",
            "Legal entity, shareholders, board and offices of the company.",
            "Working hours, holidays and internal processes of the staff.",
            "Budgets have to be approved by a manager.",
            "An open position and the interviews of candidates.",
            "Remote work and shifts of colleagues.",
        ),
        _words("team hired hiring employee employees department founder board office payroll"),
    ),
    "product": Category(
        (
            "A new feature for the users was added to the application.",
            "Requirements, user stories and the product roadmap.",
            "The implementation of the backend, its database and its deployment.",
            "The screen, button or form in the app behaves in a new way.",
            "Customers can now download, import or share their data.",
            "A page of the web application shows a list, a chart or a search box.",
            "The service was moved to another database and shipped to production.",
            "A feature is planned for the next sprint or quarter.",
        ),
        _words("feature features roadmap backend frontend deployment deployed release checkout ui"),
    ),
    "ai": Category(
        (
            "Which large language model is used and how it is configured.",
            "Embeddings, vector search and retrieval-augmented generation.",
            "Fine-tuning, training data and evaluation of machine learning models.",
            "Inference latency, context window and tokens of the model.",
            "A classifier was trained on labelled examples and measured on a benchmark.",
            "Running open-weights models on our own hardware.",
        ),
        _words("llm embedding embeddings model models inference fine-tuning token tokens gpu rag"),
    ),
    "documentation": Category(
        (
            "The README, guides and reference pages were updated.",
            "The changelog lists what changed in each version.",
            "Write down the architecture decision record and keep the docs current.",
            "Tutorials, code comments and examples for developers.",
            "The manual explains how to install and use it.",
            "Every function has to be documented.",
            "Release notes for each version.",
        ),
        _words("readme docs documentation changelog tutorial tutorials guide adr docstring docstrings"),
    ),
    "prompts": Category(
        (
            "The system prompt tells the assistant how to answer.",
            "Prompt templates, few-shot examples and instructions for the model.",
            "Rewording the instruction made the model's output follow the format.",
            "Variables and placeholders in a prompt.",
            "Asking the assistant in other words made its answers better.",
            "The persona and the rules in the system message.",
        ),
        _words("prompt prompts few-shot instruction instructions"),
    ),
    "gtm": Category(
        (
            "Go-to-market plan, launch and marketing campaigns.",
            "Target customers, positioning against competitors and market research.",
            "Sales outreach, leads, partnerships and the conversion funnel.",
            "Advertising, social media, blog posts and search engine ranking.",
            "Emails and calls to potential customers and how many answer.",
            "The landing page converts visitors into sign-ups.",
            "A rival company changed its offer.",
            "Our message: who the product is for and why it is better.",
        ),
        _words("marketing launch campaign competitor competitors sales leads seo advertising market"),
    ),
    "unit-economics": Category(
        (
            "Customer acquisition cost, lifetime value and gross margin.",
            "Monthly recurring revenue, churn and average revenue per customer.",
            "Prices of the plans, payments and invoices.",
            "Infrastructure cost per request, burn rate and runway.",
            "How much it costs to serve one request or win one customer.",
            "The plan becomes more expensive.",
            "Months until the money runs out.",
        ),
        _words("revenue margin churn cac ltv mrr arr price prices pricing invoice payment payments cost burn"),
    ),
    "critical-review": Category(
        (
            "A critical review of the plan found weaknesses and risks.",
            "Lessons from what went wrong, the root cause and what to do better.",
            "The assumption is not proven and should be challenged.",
            "Code review found flaws that must be fixed before going on.",
            "In hindsight it should have been tested first.",
            "The comparison is unfair and the conclusion does not hold.",
            "Nobody noticed the problem because nobody was responsible.",
        ),
        _words("review reviewer risk risks weakness flaw flaws assumption retrospective postmortem"),
    ),
    "security": Category(
        (
            "A vulnerability lets attackers access data of others.",
            "Authentication, permissions, API keys and secrets.",
            "Data is encrypted, and privacy law such as GDPR is respected.",
            "Dependencies with known exploits, audits and penetration tests.",
            "An endpoint can be called without logging in and leaks the data of other customers.",
            "Personal data must be deleted when a person asks for it.",
            "Tokens are rotated and sessions revoked.",
        ),
        _words("security vulnerability encryption encrypted oauth password passwords gdpr attacker secrets xss"),
    ),
    "user": Category(
        (
            "The user prefers short answers and works in the evening.",
            "Personal preferences, habits and goals of the user.",
            "The user's name, time zone, language and job.",
            "He asked to be addressed informally and dislikes long emails.",
            "I am married, have two children and a dog.",
            "Call me by my first name.",
            "What he eats, where she lives and when they are reachable.",
            "He wants to learn a language and do more sports this year.",
        ),
        _words("prefers preference preferences likes dislikes timezone"),
    ),
}
