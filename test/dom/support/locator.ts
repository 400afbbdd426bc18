import {
  fireEvent,
  isInaccessible,
  queryAllByLabelText,
  queryAllByPlaceholderText,
  queryAllByRole,
  queryAllByTitle,
  type ByRoleMatcher,
  type ByRoleOptions,
} from "@testing-library/dom";
import type { UserEvent } from "@testing-library/user-event";
import { findByText, matches, shownText, textOf, type Text } from "./text.ts";
import { keysOf } from "./keys.ts";
import { withKnownStyles } from "./styles.ts";
import { until } from "./until.ts";

type RoleOptions = Omit<ByRoleOptions, "name" | "hidden"> & {
  name?: Text;
  exact?: boolean;
  includeHidden?: boolean;
};

interface Exact {
  exact?: boolean;
}

interface Filter {
  hasText?: Text;
  has?: Locator;
}

/**
 * Finds elements when they are used, as Playwright's locators do, of which it has the names and the rules: a text
 * matches in part and in any case unless it must be exact, and an action waits for the only element that matches.
 */
export class Locator {
  readonly #find: () => HTMLElement[];
  readonly #description: string;
  readonly #user: () => UserEvent;

  constructor(find: () => HTMLElement[], description: string, user: () => UserEvent) {
    this.#find = find;
    this.#description = description;
    this.#user = user;
  }

  getByRole(
    role: ByRoleMatcher,
    { name, exact, includeHidden, ...options }: RoleOptions = {},
  ): Locator {
    const queried: ByRoleOptions = {
      ...options,
      hidden: includeHidden ?? false,
      ...(name !== undefined && { name: (given: string) => matches(given, name, exact) }),
    };
    const description = `getByRole(${String(role)}${name === undefined ? "" : `, ${String(name)}`})`;
    return this.#within(description, (element) => queryAllByRole(element, role, queried));
  }

  getByLabel(text: Text, { exact = false }: Exact = {}): Locator {
    return this.#within(`getByLabel(${String(text)})`, (element) =>
      queryAllByLabelText(element, text, { exact }),
    );
  }

  getByTitle(text: Text, { exact = false }: Exact = {}): Locator {
    return this.#within(`getByTitle(${String(text)})`, (element) =>
      queryAllByTitle(element, text, { exact }),
    );
  }

  getByPlaceholder(text: Text, { exact = false }: Exact = {}): Locator {
    return this.#within(`getByPlaceholder(${String(text)})`, (element) =>
      queryAllByPlaceholderText(element, text, { exact }),
    );
  }

  getByText(text: Text, { exact = false }: Exact = {}): Locator {
    return this.#within(`getByText(${String(text)})`, (element) =>
      findByText(element, text, exact),
    );
  }

  locator(selector: string): Locator {
    return this.#within(selector, (element) => [
      ...element.querySelectorAll<HTMLElement>(selector),
    ]);
  }

  filter({ hasText, has }: Filter): Locator {
    return this.#narrowed("filter", (elements) =>
      elements.filter((element) => {
        if (hasText !== undefined && !matches(textOf(element), hasText)) return false;
        return has === undefined || has.elements().some((inner) => element.contains(inner));
      }),
    );
  }

  and(other: Locator): Locator {
    return this.#narrowed(`and(${String(other)})`, (elements) => {
      const others = other.elements();
      return elements.filter((element) => others.includes(element));
    });
  }

  first(): Locator {
    return this.nth(0);
  }

  last(): Locator {
    return this.nth(-1);
  }

  nth(index: number): Locator {
    return this.#narrowed(`nth(${index})`, (elements) =>
      elements.slice(index, index + 1 || undefined),
    );
  }

  /** The elements that match now. */
  elements(): HTMLElement[] {
    return withKnownStyles(this.#find);
  }

  async count(): Promise<number> {
    return this.elements().length;
  }

  async click(): Promise<void> {
    await this.#user().click(await this.#enabled());
  }

  async dblclick(): Promise<void> {
    await this.#user().dblClick(await this.#enabled());
  }

  async hover(): Promise<void> {
    await this.#user().hover(await this.element());
  }

  async focus(): Promise<void> {
    (await this.element()).focus();
  }

  async blur(): Promise<void> {
    (await this.element()).blur();
  }

  /** Replaces the value in one step, as pasting does. */
  async fill(value: string): Promise<void> {
    const element = await this.#enabled();
    element.focus();
    fireEvent.input(element, { target: { value } });
  }

  async clear(): Promise<void> {
    await this.fill("");
  }

  async press(key: string): Promise<void> {
    await this.focus();
    await this.#user().keyboard(keysOf(key));
  }

  async pressSequentially(text: string): Promise<void> {
    await this.focus();
    await this.#user().keyboard(text.replaceAll(/[{[]/g, "$&$&"));
  }

  async check(): Promise<void> {
    if (!(await this.isChecked())) await this.click();
  }

  async uncheck(): Promise<void> {
    if (await this.isChecked()) await this.click();
  }

  /** @param option the value, the label or the index of an option */
  async selectOption(option: string | { label: string } | { index: number }): Promise<void> {
    const select = await this.#enabled<HTMLSelectElement>();
    const found = findOption([...select.options], option);
    if (!found) throw new Error(`${String(this)} has no option ${JSON.stringify(option)}`);
    await this.#user().selectOptions(select, found);
  }

  /** By default, waits until an element is shown. */
  async waitFor({
    state = "visible",
  }: { state?: "visible" | "hidden" | "attached" | "detached" } = {}): Promise<void> {
    await until(`${String(this)} to be ${state}`, () => {
      const elements = this.elements();
      const found = /visible|hidden/.test(state) ? elements.filter(isShown) : elements;
      return /visible|attached/.test(state) ? found.length === 1 : found.length === 0;
    });
  }

  async innerText(): Promise<string> {
    const element = await this.element();
    return withKnownStyles(() => shownText(element));
  }

  async allInnerTexts(): Promise<string[]> {
    return withKnownStyles(() => this.elements().map(shownText));
  }

  async textContent(): Promise<string | null> {
    return (await this.element()).textContent;
  }

  async allTextContents(): Promise<string[]> {
    return this.elements().map(({ textContent }) => textContent ?? "");
  }

  async inputValue(): Promise<string> {
    return (await this.element<HTMLInputElement>()).value;
  }

  async getAttribute(name: string): Promise<string | null> {
    return (await this.element()).getAttribute(name);
  }

  async isChecked(): Promise<boolean> {
    const element = await this.element<HTMLInputElement>();
    return element.checked ?? element.getAttribute("aria-checked") === "true";
  }

  async isDisabled(): Promise<boolean> {
    return isDisabled(await this.element());
  }

  async isEnabled(): Promise<boolean> {
    return !(await this.isDisabled());
  }

  async isEditable(): Promise<boolean> {
    const element = await this.element<HTMLInputElement>();
    return !isDisabled(element) && !element.readOnly;
  }

  async isVisible(): Promise<boolean> {
    return this.elements().some(isShown);
  }

  async evaluate<Value>(read: (element: HTMLElement) => Value): Promise<Value> {
    return read(await this.element());
  }

  async evaluateAll<Value>(read: (elements: HTMLElement[]) => Value): Promise<Value> {
    return read(this.elements());
  }

  /** Waits for the only element that matches. */
  element<Found extends HTMLElement = HTMLElement>(): Promise<Found> {
    return until(`one ${String(this)}`, () => this.#only()) as Promise<Found>;
  }

  toString(): string {
    return this.#description;
  }

  #enabled<Found extends HTMLElement = HTMLElement>(): Promise<Found> {
    return until(`one enabled ${String(this)}`, () => {
      const element = this.#only();
      return element && !isDisabled(element) ? element : undefined;
    }) as Promise<Found>;
  }

  #only(): HTMLElement | undefined {
    const elements = this.elements();
    if (elements.length > 1)
      throw new Error(
        `${String(this)} matches ${elements.length} elements, of which one was expected`,
      );
    return elements[0];
  }

  #within(description: string, find: (element: HTMLElement) => HTMLElement[]): Locator {
    return this.#narrowed(description, (elements) => [...new Set(elements.flatMap(find))]);
  }

  #narrowed(description: string, narrow: (elements: HTMLElement[]) => HTMLElement[]): Locator {
    return new Locator(
      () => narrow(this.#find()),
      `${this.#description}.${description}`,
      this.#user,
    );
  }
}

function isShown(element: HTMLElement): boolean {
  return withKnownStyles(() => !isInaccessible(element));
}

function isDisabled(element: HTMLElement): boolean {
  return element.matches(":disabled") || element.getAttribute("aria-disabled") === "true";
}

function findOption(
  options: HTMLOptionElement[],
  wanted: string | { label: string } | { index: number },
): HTMLOptionElement | undefined {
  if (typeof wanted === "string")
    return options.find(({ value, text }) => [value, text.trim()].includes(wanted));
  return "index" in wanted
    ? options[wanted.index]
    : options.find(({ text }) => text.trim() === wanted.label);
}
