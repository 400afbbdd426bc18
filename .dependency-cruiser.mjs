/** Who may import whom: CONTRIBUTING.md, "The house". */
export default {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "rules-are-pure",
      comment: "Rules know money and other rules, nothing that reads or writes.",
      severity: "error",
      from: {
        path: "^src/(.+/(status|limits|progress|eligibility|method|sorts|pdf|actions|changes)|money/money)\\.ts$",
      },
      to: { pathNot: "^src/(.+/(status|limits|progress|method)|money/money)\\.ts$" },
    },
    {
      name: "schemas-are-shared",
      comment: "Schemas go to the browser: zod, other schemas, rules and money only.",
      severity: "error",
      from: { path: "\\.schema\\.ts$" },
      to: {
        pathNot: [
          "\\.schema\\.ts$",
          "^src/(.+/(status|method|sorts|actions)|money/money)\\.ts$",
          "^node_modules/zod/",
        ],
      },
    },
    {
      name: "entities-stand-low",
      severity: "error",
      from: { path: "\\.entity\\.ts$" },
      to: {
        pathNot: [
          "\\.entity\\.ts$",
          "^src/.+/(status|method|actions|changes)\\.ts$",
          "^node_modules/@mikro-orm/",
        ],
      },
    },
    {
      name: "commands-know-no-http",
      comment: "Commands and queries are called by routers, never the other way.",
      severity: "error",
      from: {
        path: "^src/(?!api/|app\\.ts|main\\.ts|client\\.ts)",
        pathNot: "(\\.router|/cookies)\\.ts$",
      },
      to: {
        path: ["^src/api/", "^node_modules/(fastify|@fastify|@trpc)/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "web-sees-little-of-the-server",
      comment: "The browser gets schemas, money and pure rules; of the router only its type.",
      severity: "error",
      from: { path: "^web/" },
      to: {
        path: "^src/",
        pathNot:
          "(\\.schema|/(status|limits|progress|eligibility|method|sorts|actions)|money/money)\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "features-are-apart",
      comment: "Features do not import each other; routes compose them.",
      severity: "error",
      from: { path: "^web/features/([^/]+)/" },
      to: { path: "^web/features/", pathNot: "^web/features/$1/" },
    },
    {
      name: "server-sees-nothing-of-the-web",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^web/" },
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
