import { expect, it } from "vitest";
import { traceNetwork } from "../../../../src/identity/traces/network.ts";

it.each([
  ["93.184.216.34", "93.184.216.34"],
  ["::ffff:93.184.216.34", "93.184.216.34"],
  ["2a02:810d:1234:5678:9abc::1", "2a02:810d:1234:5678::/64"],
  ["2a02:810D:1234:5678:ffff:ffff:ffff:ffff", "2a02:810d:1234:5678::/64"],
  ["127.0.0.1", null],
  ["::1", null],
  ["::ffff:127.0.0.1", null],
  ["10.1.2.3", null],
  ["172.16.0.1", null],
  ["172.32.0.1", "172.32.0.1"],
  ["192.168.1.1", null],
  ["169.254.1.1", null],
  ["100.64.0.1", null],
  ["100.127.255.255", null],
  ["100.128.0.1", "100.128.0.1"],
  ["fe80::1", null],
  ["fd00::1", null],
  ["0.0.0.0", null],
  ["not an address", null],
])("the network of %s is %s", (address, network) => {
  expect(traceNetwork(address)).toBe(network);
});
