"""The categories of the second tier: what each is about, in the words by which texts find it."""

CATEGORIES = {
    "organization": "people, roles, staff, who is responsible, hiring, leave, pay, training of staff",
    "product": "what is offered and made: range, menu, courses, services, features, models, recipes as an offer",
    "operations": "how work is done day to day: hours, schedules, appointments, deliveries, stock, cleaning, processes",
    "equipment": "machines, devices, vehicles, tools: which, age, service, repair",
    "premises": "buildings, rooms, land: lease, rent, heating, building work, who sits where",
    "suppliers": "who delivers or does what for us under contract; changing them",
    "customers": "customers, guests, patients, pupils, members: who they are, wishes, complaints, single accounts",
    "finance": "prices, fees, invoices, costs, budget, turnover, funding, wages as a cost, taxes",
    "infrastructure": "software, servers, networks, databases, interfaces, configuration, deployments, the tech stack",
    "compliance": "law, authorities, audits, safety, hygiene, insurance duties, certificates, data protection",
    "incidents": "outage, accident, failure: what happened, cause, what was done",
    "metrics": "figures over time, targets, rates, counts compared",
    "policies": "rules of the house: who may, who approves, what is not allowed, exceptions",
    "decisions": "a choice between alternatives with its reason, where the choosing is the point",
    "roadmap": "plans, deadlines, milestones, projects ahead, what comes when",
    "security": "access, passwords, keys, vulnerabilities, theft, locks and alarms",
    "gtm": "marketing, sales, launch, competitors, market, website as advertising, fairs, partners who sell",
    "unit-economics": "acquisition cost, lifetime value, margin per customer, churn, runway, recurring revenue",
    "user": "preferences, habits and personal facts of the person the assistant works for",
    "agent": "what AI agents or bots do, may do, and how they hand over",
    "ai": "language models, embeddings, training, evaluation of machine learning",
    "documentation": "manuals, guides, wikis, READMEs, changelogs, handbooks",
    "prompts": "system prompts, instructions to a model, prompt templates",
    "critical-review": "criticism of a plan or claim, weak assumptions, lessons learned in hindsight",
}
TEMPERATURE = 0.05  # by which the model's side for subjects learned them (layers/model/sides/subject)
NOTHING = "nothing"  # what names no subject is near to its description, and to no category's
DESCRIPTIONS = {name: f"{name}: {about}" for name, about in CATEGORIES.items()} | {
    NOTHING: "nothing: no subject; an exclamation, a day, a span of time, a number, a person, a piece of a sentence",
}
