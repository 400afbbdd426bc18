import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { followAccount } from "../../../../../web/app/live/live-stream.ts";

/** A connection of the browser, whose events a test dispatches. */
class TestEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: TestEventSource[] = [];
  readyState = 0;
  constructor() {
    super();
    TestEventSource.opened.push(this);
  }
  close() {
    this.readyState = TestEventSource.CLOSED;
  }
}

class TestDocument extends EventTarget {
  hidden = false;
}

let document: TestDocument;
beforeEach(() => {
  document = new TestDocument();
  vi.stubGlobal("document", document);
  TestEventSource.opened = [];
  vi.stubGlobal("EventSource", TestEventSource);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function follow() {
  const onChange = vi.fn<() => void>();
  const stop = followAccount({ userId: undefined, dataAge: () => 0 }, onChange);
  const source = TestEventSource.opened.at(-1)!;
  const dispatch = (type: string) => source.dispatchEvent(new Event(type));
  return { onChange, stop, source, dispatch };
}

it("a stream reports a change when it reconnects, but not when it connects", () => {
  const { onChange, dispatch } = follow();
  dispatch("connected");
  expect(onChange).not.toHaveBeenCalled();
  dispatch("error");
  dispatch("connected");
  expect(onChange).toHaveBeenCalledTimes(1);
});

it("a stream is polled every 15 seconds, starting 5 seconds after it was lost", () => {
  const { onChange, dispatch } = follow();
  dispatch("connected");
  vi.advanceTimersByTime(60_000);
  expect(onChange).not.toHaveBeenCalled();
  dispatch("error");
  vi.advanceTimersByTime(4_999);
  expect(onChange).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onChange).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(onChange).toHaveBeenCalledTimes(3);
});

it.each(["return", "serialized-error"])("a stream ends after the event %s", (event) => {
  const { onChange, source, dispatch } = follow();
  dispatch(event);
  expect(source.readyState).toBe(TestEventSource.CLOSED);
  vi.advanceTimersByTime(60_000);
  expect(onChange).toHaveBeenCalledTimes(1);
});

it("a stream that a sign-out ended reports nothing if the page is left within a second", () => {
  const { onChange, stop, dispatch } = follow();
  dispatch("return");
  vi.advanceTimersByTime(999);
  stop();
  vi.advanceTimersByTime(60_000);
  expect(onChange).not.toHaveBeenCalled();
});

it("a stopped stream reports nothing", () => {
  const { onChange, source, stop } = follow();
  stop();
  vi.advanceTimersByTime(60_000);
  expect([source.readyState, onChange.mock.calls.length]).toEqual([TestEventSource.CLOSED, 0]);
});

it("a hidden page has no stream, and a page that is shown again reports a change", () => {
  const { onChange, stop, source } = follow();
  const setHidden = (hidden: boolean) => {
    document.hidden = hidden;
    document.dispatchEvent(new Event("visibilitychange"));
  };
  setHidden(true);
  expect(source.readyState).toBe(TestEventSource.CLOSED);
  expect(onChange).not.toHaveBeenCalled();
  setHidden(false);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(TestEventSource.opened.map(({ readyState }) => readyState)).toEqual([2, 0]);
  stop();
  setHidden(true);
  setHidden(false);
  expect(TestEventSource.opened).toHaveLength(2);
});
