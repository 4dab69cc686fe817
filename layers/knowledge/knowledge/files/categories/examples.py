"""The categories of the second tier and what their texts are like."""

from dataclasses import replace

from knowledge.files.categories.category import Category
from knowledge.files.categories.drawers import DRAWERS
from knowledge.files.categories.languages import ELSEWHERE

NARROW = {
    "agent": Category((
        "The AI agent finished the task, reported its result and handed over to a human.",
        "Sub-agents are orchestrated by a master agent that assigns work orders.",
        "The bot may call tools, browse and run commands by itself, and asks for permission first.",
        "The agent writes notes to its memory and reads them at the next run.",
        "Several agents work in parallel; a worker took the job from the queue.",
        "Der Agent hat die Aufgabe erledigt; der Bot darf Dienste selbst neu starten.",
        "L'agent a exécuté la tâche; le robot relance le service tout seul.",
        "El agente terminó la tarea; el bot reinicia el servicio por sí mismo.",
    ), narrow=True),
    "ai": Category((
        "Which large language model is used and how it is configured.",
        "Embeddings, vector search and retrieval-augmented generation.",
        "Fine-tuning, training data and evaluation of machine learning models.",
        "Inference latency, graphics cards, context window and tokens of the model.",
        "A classifier was trained on labelled examples; precision and recall.",
        "Speech recognition, vision and translation models; the model hallucinates.",
        "Welches Sprachmodell verwendet wird; das Modell wurde trainiert.",
        "Quel modèle de langage est utilisé; le modèle a été entraîné.",
        "Qué modelo de lenguaje se usa; el modelo se entrenó.",
    ), narrow=True),
    "documentation": Category((
        "The README, guides, manual and reference pages were updated.",
        "The changelog and release notes list what changed in each version.",
        "Tutorials, code comments, examples and diagrams for developers.",
        "Write down the architecture decision record; the wiki is out of date.",
        "A glossary, a how-to, a runbook and frequently asked questions.",
        "The documentation lacks a step; the docs site is generated from Markdown.",
        "Das Handbuch, die Anleitung und die Dokumentation wurden aktualisiert.",
        "La documentation et le guide ont été mis à jour.",
        "La documentación y el manual se actualizaron.",
    ), narrow=True),
    "prompts": Category((
        "The system prompt tells the assistant how to answer and what to refuse.",
        "Prompt templates, placeholders, few-shot examples and instructions for the model.",
        "Rewording the instruction made the model's output follow the format.",
        "A shorter prompt gave the same quality; the answer should be in JSON.",
        "The persona, tone and rules in the system message.",
        "Der Prompt sagt dem Assistenten, wie er antworten soll.",
        "L'instruction au modèle a été reformulée dans le prompt.",
        "El prompt le dice al asistente cómo responder.",
    ), narrow=True),
    "gtm": Category((
        "Go-to-market plan, launch and marketing campaigns.",
        "Target customers, positioning against competitors and market research.",
        "Sales outreach, leads, partners, resellers and the conversion funnel.",
        "Advertising, social media, blog posts, newsletter and search ranking.",
        "The landing page converts visitors into sign-ups; trials become customers.",
        "A trade fair, a webinar, a press article; the slogan and the brand.",
        "Kunden, Werbung, Newsletter, Messe, Wettbewerb und Vertrieb.",
        "Les clients, la publicité, le marché et les concurrents.",
        "Los clientes, la publicidad, el mercado y la competencia.",
    ), narrow=True),
    "unit-economics": Category((
        "Customer acquisition cost, lifetime value and gross margin.",
        "Monthly recurring revenue, churn and average revenue per customer.",
        "How much it costs to serve one request or win one customer.",
        "Burn rate, runway and months until the money runs out.",
        "Subscriptions, upgrades and cancellations; the free plan costs more than it brings in.",
        "What an account brings on average; it pays back after some months.",
        "Umsatz, Marge und Kosten je Kunde.",
        "La marge et le revenu par client.",
        "El margen y los ingresos por cliente.",
    ), narrow=True),
    "critical-review": Category((
        "A critical review of the plan found weaknesses and risks.",
        "The assumption is not proven and should be challenged.",
        "The comparison is unfair, the argument circular, and the conclusion does not hold.",
        "In hindsight it should have been tested first; lesson learned.",
        "The claim rests on too few interviews; the numbers contradict each other.",
        "The estimate was wrong because nobody asked those who know.",
        "Die Prüfung fand Schwächen im Plan; die Annahme hat sich nicht bestätigt.",
        "L'examen critique a trouvé des faiblesses; l'hypothèse n'est pas confirmée.",
        "La revisión crítica encontró debilidades; la suposición no se confirmó.",
    ), narrow=True),
    "security": Category((
        "A vulnerability lets attackers access data of others.",
        "Authentication, passwords, API keys, tokens and secrets.",
        "Traffic is encrypted; a library with a known hole was patched.",
        "Phishing, malware, injection, penetration tests and stolen laptops.",
        "Login needs a second factor; a former employee still has access.",
        "Who may see the production data; access was revoked.",
    )),
    "user": Category((
        "The user prefers short answers and works in the evening.",
        "Personal preferences, habits and goals of the user.",
        "Call me by my first name; my time zone, language and job.",
        "I am married, have two children, a dog and hobbies.",
        "He asked to be addressed informally and does not want to be disturbed on weekends.",
        "She is a beginner and wants to learn a language.",
        "Ich bevorzuge kurze Antworten; nenn mich beim Vornamen.",
        "Je préfère des réponses courtes; appelle-moi par mon prénom.",
        "Prefiero respuestas cortas; llámame por mi nombre.",
    ), narrow=True),
}  # fmt: skip
CATEGORIES = {
    name: replace(category, prototypes=(*category.prototypes, *ELSEWHERE.get(name, ())))
    for name, category in (DRAWERS | NARROW).items()
}
