import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddressRules, createAddressCheck } from "@/lib/server/platform/outbound/address-check";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import { OutboundError } from "@/lib/server/platform/outbound/outbound-error";
import { type LoopbackServer, loopbackServer } from "@/tests/support/loopback-server";

const closed: AddressRules = { allow: [], development: false, ownEndpoints: [] };
const names = (table: Record<string, string[]>): AddressRules["lookup"] => {
  return async (host) => {
    const addresses = table[host];
    if (!addresses) throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  };
};

async function problem(rules: AddressRules, host: string, port = 8080): Promise<OutboundError> {
  const found = await createAddressCheck(rules)(host, port).catch((error: unknown) => error);
  if (found instanceof OutboundError) return found;
  throw new Error(`${host} was permitted: ${JSON.stringify(found)}`);
}

describe("special addresses are refused", () => {
  test.each([
    ["127.0.0.1", "127.0.0.1"],
    ["127.9.9.9", "127.9.9.9"],
    ["127.0.0.1.", "127.0.0.1"],
    ["0x7f.1", "127.0.0.1"],
    ["2130706433", "127.0.0.1"],
    ["017700000001", "127.0.0.1"],
    ["0.0.0.0", "0.0.0.0"],
    ["10.1.2.3", "10.1.2.3"],
    ["172.16.0.1", "172.16.0.1"],
    ["172.31.255.255", "172.31.255.255"],
    ["192.168.1.1", "192.168.1.1"],
    ["100.64.0.1", "100.64.0.1"],
    ["100.100.100.200", "100.100.100.200"],
    ["169.254.169.254", "169.254.169.254"],
    ["168.63.129.16", "168.63.129.16"],
    ["192.0.0.192", "192.0.0.192"],
    ["198.18.0.1", "198.18.0.1"],
    ["224.0.0.1", "224.0.0.1"],
    ["240.0.0.1", "240.0.0.1"],
    ["255.255.255.255", "255.255.255.255"],
    ["::1", "[::1]"],
    ["[::1]", "[::1]"],
    ["::", "[::]"],
    ["::7f00:1", "[::7f00:1]"],
    ["::127.0.0.1", "[::7f00:1]"],
    ["::8.8.8.8", "[::808:808]"],
    ["fe80::1%lo", "[fe80::1]"],
    ["::ffff:127.0.0.1", "127.0.0.1"],
    ["::ffff:a9fe:a9fe", "169.254.169.254"],
    ["64:ff9b::7f00:1", "[64:ff9b::7f00:1]"],
    ["64:ff9b:1::1", "[64:ff9b:1::1]"],
    ["2002:7f00:1::", "[2002:7f00:1::]"],
    ["2001:0:7f00:1::", "[2001:0:7f00:1::]"],
    ["fe80::1", "[fe80::1]"],
    ["fec0::1", "[fec0::1]"],
    ["fd00:ec2::254", "[fd00:ec2::254]"],
    ["ff02::1", "[ff02::1]"],
    ["2001:db8::1", "[2001:db8::1]"],
    ["::ffff:0:127.0.0.1", "[::ffff:0:7f00:1]"],
  ])("%s, and the sentence names the entry %s:8080 that allows it", async (host, shown) => {
    const entry = `${shown}:8080`;
    const error = await problem(closed, host);
    expect(error.problem).toBe("refused");
    expect(error.code).toBe("invalid");
    expect(error.allowEntry).toBe(entry);
    expect(error.message).toContain(`OUTBOUND_ALLOW=${entry}`);
    await expect(createAddressCheck({ ...closed, allow: [entry] })(host, 8080)).resolves.toHaveLength(1);
    expect((await problem({ ...closed, allow: [entry] }, host, 8081)).problem).toBe("refused");
  });

  test("public addresses pass", async () => {
    for (const host of ["8.8.8.8", "2606:4700::1111", "172.32.0.1", "100.128.0.1", "168.63.129.17"]) {
      await expect(createAddressCheck(closed)(host, 443)).resolves.toEqual([
        expect.objectContaining({ address: host }),
      ]);
    }
  });

  test("a name is judged by what it resolves to, however it is written", async () => {
    const lookup = names({ "inside.test": ["10.0.0.9"], localhost: ["127.0.0.1", "::1"] });
    const rules = { ...closed, lookup };
    for (const host of ["inside.test", "inside.test.", "INSIDE.test"]) {
      const error = await problem(rules, host);
      expect(error.message).toBe(
        "inside.test resolves to 10.0.0.9, a private address. The server administrator can allow it with OUTBOUND_ALLOW=inside.test:8080.",
      );
    }
    expect((await problem(rules, "localhost.")).allowEntry).toBe("localhost:8080");
    expect((await problem(rules, "nowhere.test")).message).toBe(
      "Couldn't reach nowhere.test:8080: there is no such host.",
    );
    expect((await problem(rules, "a/b")).problem).toBe("address");
  });

  test("of a mixed answer only the permitted addresses are dialled", async () => {
    const rules = { ...closed, lookup: names({ "mixed.test": ["10.0.0.1", "8.8.4.4", "::1"] }) };
    await expect(createAddressCheck(rules)("mixed.test", 443)).resolves.toEqual([{ address: "8.8.4.4", family: 4 }]);
  });
});

describe("OUTBOUND_ALLOW", () => {
  const lookup = names({ "ollama.lan": ["192.168.7.7"], "other.lan": ["192.168.7.7"], "six.lan": ["fd00::7"] });

  test.each([
    [["ollama.lan"], "ollama.lan", true],
    [["OLLAMA.LAN."], "ollama.lan", true],
    [["ollama.lan"], "other.lan", false],
    [["ollama.lan:8080"], "ollama.lan", true],
    [["ollama.lan:11434"], "ollama.lan", false],
    [["192.168.7.7"], "other.lan", true],
    [["192.168.7.7:8080"], "other.lan", true],
    [["192.168.0.0/16"], "other.lan", true],
    [["192.168.8.0/24"], "other.lan", false],
    [["fd00::/8"], "six.lan", true],
    [["fd00::/8"], "other.lan", false],
    [["fd00::7"], "six.lan", true],
    [["[fd00::7]:8080"], "six.lan", true],
    [["[fd00::7]:1"], "six.lan", false],
    [["10.0.0.0/8", " other.lan "], "other.lan", true],
  ])("%j lets %s through: %s", async (allow, host, passes) => {
    const outcome = createAddressCheck({ ...closed, allow, lookup })(host, 8080);
    await (passes ? expect(outcome).resolves.toHaveLength(1) : expect(outcome).rejects.toThrow(OutboundError));
  });

  test.each(["10.0.0.0/99", "a b", "host:0", "host:99999", "http://host", "/8"])("%s is refused at start", (entry) => {
    expect(() => createAddressCheck({ ...closed, allow: [entry] })).toThrow(`OUTBOUND_ALLOW: “${entry}”`);
  });

  test("development allows loopback and nothing else", async () => {
    const rules = { ...closed, development: true };
    await expect(createAddressCheck(rules)("127.0.0.1", 11_434)).resolves.toHaveLength(1);
    await expect(createAddressCheck(rules)("::1", 11_434)).resolves.toHaveLength(1);
    expect((await problem(rules, "10.0.0.1")).problem).toBe("refused");
  });
});

describe("Muster's own ports and database", () => {
  const lookup = names({ "db.lan": ["10.5.5.5"], "alias.lan": ["10.5.5.5"], "me.test": ["127.0.0.1"] });
  const rules: AddressRules = {
    allow: ["0.0.0.0/0", "::/0", "me.test", "db.lan"],
    development: true,
    ownEndpoints: [{ port: 3000 }, { host: "db.lan", port: 5432 }, { host: "127.0.0.1", port: 5433 }],
    lookup,
  };

  test.each([
    ["127.0.0.1", 3000],
    ["127.1.1.1", 3000],
    ["0.0.0.0", 3000],
    ["::1", 3000],
    ["::ffff:127.0.0.1", 3000],
    ["me.test", 3000],
    ["db.lan", 5432],
    ["db.lan.", 5432],
    ["alias.lan", 5432],
    ["10.5.5.5", 5432],
    ["::1", 5433],
  ])("%s:%i stays refused whatever the list says", async (host, port) => {
    const error = await problem(rules, host, port);
    expect(error.problem).toBe("refused");
    expect(error.allowEntry).toBeUndefined();
    await expect(createAddressCheck(rules)(host, port + 1000)).resolves.toHaveLength(1);
  });
});

describe("resolveAndPin", () => {
  let server: LoopbackServer;
  beforeAll(async () => {
    server = await loopbackServer((_request, response) => response.end("here"));
  });
  afterAll(() => server.close());

  test("gives the address to dial, or refuses", async () => {
    const lookup = names({ "warehouse.test": ["127.0.0.1"] });
    const open = createOutbound({ ...closed, allow: ["warehouse.test:5432"], lookup });
    await expect(open.resolveAndPin("warehouse.test", 5432)).resolves.toEqual({ address: "127.0.0.1", family: 4 });
    await expect(open.resolveAndPin("warehouse.test", 5433)).rejects.toThrow("OUTBOUND_ALLOW=warehouse.test:5433");
  });

  test("a refused address gets no connection at all", async () => {
    const outbound = createOutbound({ ...closed, lookup: names({ "evil.test": ["127.0.0.1"] }) });
    for (const host of ["127.0.0.1", "evil.test", "evil.test.", "[::ffff:127.0.0.1]", "2130706433"]) {
      await expect(outbound.fetch(`http://${host}:${server.port}/`)).rejects.toMatchObject({ problem: "refused" });
    }
    expect(server.connections()).toBe(0);
  });
});
