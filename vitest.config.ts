import { join } from "node:path";
import {
  defineConfig,
  type TestProjectInlineConfiguration,
  type UserWorkspaceConfig,
} from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const database = "test/support/database-server.ts";
const preparedCluster = "test/support/prepared-cluster.ts";
const webClient = "test/support/web-client.ts";
const browser = "test/support/unpacked-browser.ts";

/** The tests of the folder that has the project's name. */
function folder(name: string, test: UserWorkspaceConfig["test"]): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: [`test/${name}/**/*.test.ts`], ...test } };
}

/** Hashing is not what these tests are about. */
const alias = [
  {
    find: /^@node-rs\/argon2$/,
    replacement: join(import.meta.dirname, "test/support/quick-argon2.ts"),
  },
];

/**
 * Runs the project with the longest files first and the one with the shortest files last, so that all workers stay busy
 * until the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = [
      "processes",
      "browser",
      "journeys",
      "hostile",
      "system",
      "api",
      "dom",
      "citus",
      "unit",
    ];
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
    // Many tests wait for something other than the processor, so two cores carry more than two files. Each worker loads
    // the server, and for its project the client or the browser, which takes as long as several tests.
    maxWorkers: 3,
    // Loading the server for each file would take up to a third of the time.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      // Pure functions: neither a database nor a browser nor a process, nor the whole server, of which any edit would
      // rerun them in watch mode.
      folder("unit", { pool: "threads", testTimeout: 60_000 }),
      // Calls, commands and queries on a real database.
      folder("api", { globalSetup: [database], alias }),
      // Every call with what must not pass: the other callers, invalid and random input, requests that are repeated.
      folder("hostile", { globalSetup: [database], alias }),
      // What holds the calls: the mail server, storage, platforms and the database that fail, many callers at once, the
      // demo.
      folder("system", { globalSetup: [database], alias }),
      // Only with a cluster in `TEST_CITUS_URL`, on which the files of `api` and `system` run, too.
      ...(process.env.TEST_CITUS_URL ? [folder("citus", { globalSetup: [database] })] : []),
      // The client without a browser: its screens in happy-dom, on the server in the same process.
      {
        ...folder("dom", {
          globalSetup: [database],
          alias,
          setupFiles: ["test/dom/support/window.ts"],
          // React as users have it, which also takes less time, in the time zone of the browser's tests.
          env: { NODE_ENV: "production", TZ: "Europe/Berlin" },
        }),
        oxc: { jsx: { development: false } },
      },
      // What users live by, in a browser: one way through the product for each.
      folder("journeys", { globalSetup: [database, webClient, browser], alias }),
      // The built client: its screens in a browser, and calls that return its page or its files.
      folder("browser", { globalSetup: [database, webClient, browser], alias }),
      // Real processes: started, killed, out of disk space, without a network.
      folder("processes", { globalSetup: [database, preparedCluster] }),
    ],
  },
});
