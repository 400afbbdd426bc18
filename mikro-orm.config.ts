import { entities } from "./src/entities.ts";
import { ormOptions } from "./src/platform/database/orm.ts";

/** For the MikroORM command line; the app reads its own configuration. */
export default { ...ormOptions(process.env.DATABASE_URL, entities), logger: console.log };
