import { join } from "node:path";
import {
  configDefaults,
  defineConfig,
  type TestProjectInlineConfiguration,
  type UserWorkspaceConfig,
} from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const database = "test/support/database-server.ts";
const preparedCluster = "test/support/prepared-cluster.ts";
const webClient = "test/support/web-client.ts";
const browser = "test/support/unpacked-browser.ts";

/**
 * Pure functions: neither a database nor a browser nor a process, nor the whole server, of which every file would rerun
 * them in watch mode.
 */
const unit = [
  "test/web/**",
  "test/business/**/{approval,flags,limits,payee-identity,pdf,readiness,sepa,status,target-progress}.test.ts",
  "test/business/record/certificates/{code,print,printable-logo}.test.ts",
  "test/business/record/records/{days,equity,history,sources}.test.ts",
  "test/business/record/cases/**",
  "test/business/record/statements/**",
  "test/business/rulebook/timeline/**",
  "test/business/rulebook/engine/**",
  "test/business/rulebook/rules/**",
  "test/business/office/brand/accent.test.ts",
  "test/business/office/mails/{mail-templates,render-mail}.test.ts",
  "test/business/watch/webhooks/audit-sources.test.ts",
  "test/demo/{replay,simulator,trading}/**",
  "test/demo/demo-statements.test.ts",
  "test/identity/{passwords,tokens}/**",
  "test/calls/respond-with-page.test.ts",
  "test/identity/roles/**",
  "test/identity/second-factor/codes.test.ts",
  "test/identity/sessions/device.test.ts",
  "test/platform/{exports,fields,money,time}/**",
  "test/platform/config/config.test.ts",
  "test/platform/throttle/addresses.test.ts",
  "test/platform/vault/{cipher,secrets}.test.ts",
  "test/api/wire-schema.test.ts",
  "test/commands/{admin,feed-replay}-arguments.test.ts",
  "test/security/**",
];

/** The built client: its screens in a browser, and calls that return its page or its files. */
const e2e = [
  "test/e2e/**",
  "test/api/{addresses,brand,headers,web-client}.test.ts",
  "test/http/screens.test.ts",
];

/** Real processes: started, killed, out of disk space, without a network. */
const processes = [
  "test/{bench,commands,faults,processes,scripts}/**",
  "test/demo/seed-command.test.ts",
  "test/http/build-client.test.ts",
  "test/business/watch/keys/**",
  "test/platform/{backup,vault}/**",
  "test/platform/database/replicas.test.ts",
];

/** Only with a cluster in `TEST_CITUS_URL`, on which the files of `api` run, too. */
const citus = ["test/citus/**"];

function project(name: string, test: UserWorkspaceConfig["test"]): TestProjectInlineConfiguration {
  return { extends: true, test: { name, ...test } };
}

/** Hashing is not what these tests are about. */
const alias = [
  {
    find: /^@node-rs\/argon2$/,
    replacement: join(import.meta.dirname, "test/support/quick-argon2.ts"),
  },
];

const tests = (folders: string[]) =>
  folders.map((folder) => (folder.endsWith("/**") ? `${folder}/*.test.ts` : folder));
const except = (...folders: string[][]) => [...configDefaults.exclude, ...tests(folders.flat())];

/**
 * Runs the project with the longest files first and the one with the shortest files last, so that all workers stay busy
 * until the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = ["processes", "e2e", "api", "citus", "unit"];
    const position = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return (await super.sort(files)).toSorted((one, other) => position(one) - position(other));
  }
}

export default defineConfig({
  test: {
    // Tests use real databases, processes and browsers, possibly on a busy machine, so limits only end what hangs.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    // Many tests wait for something other than the processor, so two cores carry more than two files.
    maxWorkers: 4,
    // Loading the server for each file would take up to a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      project("unit", { include: tests(unit), pool: "threads", testTimeout: 60_000 }),
      project("api", {
        include: ["test/**/*.test.ts"],
        exclude: except(unit, e2e, processes, citus),
        globalSetup: [database],
        alias,
      }),
      ...(process.env.TEST_CITUS_URL
        ? [project("citus", { include: tests(citus), globalSetup: [database] })]
        : []),
      project("e2e", {
        include: tests(e2e),
        globalSetup: [database, webClient, browser],
        alias,
      }),
      project("processes", {
        include: tests(processes),
        exclude: except(unit),
        globalSetup: [database, preparedCluster],
      }),
    ],
  },
});
