/** The floors of `src`, from the top down. Imports go down only: docs/decisions/020-rooms.md. */
const floors = [
  "commands",
  "demo",
  "http",
  "connectors",
  "business",
  "(?:calls|identity)",
  "migrations",
  "platform",
];

const floorRules = floors.slice(1).map((floor, index) => ({
  name: `${floor.replaceAll(/\W+/g, "-").replaceAll(/^-|-$/g, "")}-imports-down`,
  comment: "A floor imports itself and the floors below it.",
  severity: "error",
  from: { path: `^src/${floor}/` },
  to: { path: `^src/(?:(?:${floors.slice(0, index + 1).join("|")})/|[^/]+$)` },
}));

/** The rooms of `src/business`; each imports itself and the rooms before it. */
const rooms = ["office", "rulebook", "traders", "record", "links", "money", "decisions", "watch"];

const roomRules = rooms.slice(0, -1).map((room, index) => ({
  name: `${room}-imports-down`,
  comment: "A room of the business imports itself and the rooms before it.",
  severity: "error",
  from: { path: `^src/business/${room}/` },
  to: { path: `^src/business/(?:${rooms.slice(index + 1).join("|")})/` },
}));

/** Loading these takes a large part of the time of a start, and most processes do not need them. */
const onDemand = [
  "^src/business/record/certificates/((draft|draw|generate)-certificate|certificate-(fonts|look))\\.ts$",
  "^src/demo/write-(records|imports)\\.ts$",
  "^src/http/openapi/",
  "^src/platform/storage/s3-files\\.ts$",
  "^node_modules/(@aws-sdk|@scalar|@simplewebauthn|fontkit|pdfkit|pngjs|trpc-to-openapi)/",
];

/** Allowed imports: CONTRIBUTING.md, "Structure". */
export default {
  forbidden: [
    ...floorRules,
    ...roomRules,
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "folders-import-one-way",
      comment:
        "No two folders import each other, not even types. In identity and calls, routers import upwards.",
      severity: "error",
      scope: "folder",
      from: { path: "^src/(?!calls|identity)[^/]+/" },
      to: { circular: true },
    },
    {
      name: "rules-are-pure",
      comment:
        "A rule, or a declaration of fields or a table, knows money and others, nothing that reads or writes.",
      severity: "error",
      from: { path: "(\\.rule|\\.fields|\\.table|^src/platform/money/money)\\.ts$" },
      to: {
        pathNot: [
          "(\\.rule|\\.fields|\\.table|\\.events|\\.schema|^src/platform/(money/money|errors))\\.ts$",
          "^node_modules/(@date-fns/tz|canonicalize|markdown-it|otpauth)/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "schemas-are-shared",
      comment: "The browser imports schemas: zod, other schemas, fields, rules and money only.",
      severity: "error",
      from: { path: "\\.(schema|events)\\.ts$" },
      to: {
        pathNot: [
          "(\\.schema|\\.fields|\\.table|\\.events|\\.rule|^src/platform/money/money)\\.ts$",
          "^node_modules/zod/",
        ],
      },
    },
    {
      name: "entities-stand-low",
      comment: "An entity knows rules, other entities, and the types of schemas.",
      severity: "error",
      from: { path: "\\.entity\\.ts$" },
      to: {
        pathNot: [
          "(\\.entity|\\.rule|\\.schema|^src/platform/database/tables)\\.ts$",
          "^node_modules/@mikro-orm/",
        ],
      },
    },
    {
      name: "commands-know-no-http",
      comment: "Routers call commands and queries, which know nothing of HTTP.",
      severity: "error",
      from: {
        path: "^src/(business|identity|platform)/",
        pathNot: "(\\.router\\.ts$|^src/calls/|/cookies\\.ts$)",
      },
      to: {
        path: ["^src/calls/", "^node_modules/(fastify|@fastify|@trpc)/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "calls-know-no-routers",
      comment: "Identity's routers import calls, so calls may only import the rest of identity.",
      severity: "error",
      from: { path: "^src/calls/" },
      to: { path: "\\.router\\.ts$" },
    },
    {
      name: "web-sees-little-of-the-server",
      comment:
        "The browser imports schemas, fields, tables, rules and money; of the router only its type.",
      severity: "error",
      from: { path: "^web/" },
      to: {
        path: "^src/",
        pathNot: "(\\.schema|\\.fields|\\.table|\\.events|\\.rule|^src/platform/money/money)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "features-are-apart",
      comment: "Features do not import each other; routes compose them.",
      severity: "error",
      from: { path: "^web/features/((?:admin/)?[^/]+)/" },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "server-sees-nothing-of-the-web",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^web/" },
    },
    {
      name: "loaded-on-demand",
      comment: "Only each other and commands import these at once; other modules use `import()`.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/commands/", ...onDemand] },
      to: { path: onDemand, dynamic: false, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "start-needs-no-development-packages",
      comment: "`npm ci --omit=dev && npm start` builds the client and serves it.",
      severity: "error",
      from: {},
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types", "node", "default"],
    },
  },
};
