import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { reloadLater } from "../../../../../web/app/live/reload-later.ts";

/** Mounts a query whose loads last until `finish` is called. */
function openScreen() {
  const client = new QueryClient();
  const loads: PromiseWithResolvers<number>[] = [];
  const queryFn = () => {
    const load = Promise.withResolvers<number>();
    loads.push(load);
    return load.promise;
  };
  const queryKey = [["trader"], "account"];
  const observer = new QueryObserver(client, { queryKey, queryFn });
  observer.subscribe(() => {});
  const finish = async () => {
    loads.at(-1)!.resolve(loads.length);
    await new Promise(setImmediate);
  };
  return { loads, finish, observer, onChange: reloadLater(client, { queryKey: [["trader"]] }) };
}

describe("a change", () => {
  it("reloads the mounted queries", async () => {
    const { loads, finish, observer, onChange } = openScreen();
    await finish();
    onChange();
    await new Promise(setImmediate);
    await finish();
    expect([loads.length, observer.getCurrentResult().data]).toEqual([2, 2]);
  });

  it("during a reload causes another one", async () => {
    const { loads, finish, observer, onChange } = openScreen();
    await finish();
    onChange();
    await new Promise(setImmediate);
    onChange();
    await finish();
    await finish();
    expect([loads.length, observer.getCurrentResult().data]).toEqual([3, 3]);
  });

  it("does not interrupt a running load, and reloads once for all changes during it", async () => {
    const { loads, finish, observer, onChange } = openScreen();
    for (let change = 0; change < 3; change += 1) onChange();
    await new Promise(setImmediate);
    expect(loads).toHaveLength(1);
    await finish();
    expect([loads.length, observer.getCurrentResult().data]).toEqual([2, 1]);
    await finish();
    expect([loads.length, observer.getCurrentResult().data]).toEqual([2, 2]);
  });
});
