import { auditExport } from "./audit-export.ts";
import { logoFile, logoUpload } from "./brand-logo.ts";
import { ownCaseFile, traderCaseFile } from "./case-file.ts";
import { certificateFile } from "./certificate-file.ts";
import { certificateUpload } from "./certificate-upload.ts";
import { liveness, readiness } from "./health.ts";
import { demoStatement } from "./demo-statement.ts";
import { documentRoute, apiReferenceRoutes } from "./api-reference.ts";
import { feed } from "./feed.ts";
import { listExports } from "./list-export.ts";
import { paymentCsv, paymentSepa } from "./payment-export.ts";
import { statementFile } from "./statement-file.ts";
import { statementUpload } from "./statement-upload.ts";
import { ownTradesExport, tradesExport } from "./trades-export.ts";
import type { Route, RouteDeclaration } from "./route.ts";

/** The routes that carry their handler. */
export const handledRoutes: Route[] = [
  certificateUpload,
  auditExport,
  certificateFile,
  feed,
  statementUpload,
  statementFile,
  demoStatement,
  ownTradesExport,
  tradesExport,
  paymentCsv,
  paymentSepa,
  ...listExports,
  ownCaseFile,
  traderCaseFile,
  logoUpload,
  logoFile,
];

/** All routes under `/api` that are not procedures. `registerHealth` and `registerDocs` serve the others. */
export const routes: RouteDeclaration[] = [
  ...handledRoutes,
  readiness,
  liveness,
  documentRoute,
  ...apiReferenceRoutes,
];
