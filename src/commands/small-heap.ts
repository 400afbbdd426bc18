import { setFlagsFromString } from "node:v8";

// A connector parses answers of megabytes every few seconds. By default, V8 lets such garbage grow to hundreds of
// megabytes before it collects it; this keeps 10,000 accounts within 160 MiB, for a tenth of a core. Flags must be set
// before memory is used, so this is imported first.
setFlagsFromString("--max-semi-space-size=4");
setFlagsFromString("--optimize-for-size");
