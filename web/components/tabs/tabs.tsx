import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./tabs.module.css";

export interface TabItem<Key extends string> {
  key: Key;
  label: string;
}

interface TabsProps<Key extends string> {
  /** What the tabs choose between, for screen readers. */
  name: string;
  tabs: readonly TabItem<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
  isWide?: boolean;
  children: ReactNode;
}

/**
 * Tabs with the panel of the selected one. Arrow keys move the focus and select, as the ARIA tabs pattern specifies.
 */
export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { name, tabs, selected, onSelect, isWide = false, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-key="${selected}"]`);
    if (list.current && tab) showInMiddle(list.current, tab);
  }, [selected]);

  function moveWithArrows(event: KeyboardEvent) {
    const target = nextTab(event.key, tabs, selected);
    if (!target) return;
    event.preventDefault();
    onSelect(target);
    list.current?.querySelector<HTMLElement>(`[data-key="${target}"]`)?.focus();
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs take the focus */}
      <div
        ref={list}
        role="tablist"
        aria-label={name}
        className={isWide ? `${styles.list} ${styles.wide}` : styles.list}
        onKeyDown={moveWithArrows}
      >
        {tabs.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            data-key={key}
            aria-selected={key === selected}
            aria-controls={key === selected ? `${id}-panel` : undefined}
            tabIndex={key === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        key={selected}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${selected}`}
        className={styles.panel}
      >
        {children}
      </div>
    </>
  );
}

/** Scrolls the list only, which is cut off on narrow screens; `scrollIntoView` would scroll the page, too. */
function showInMiddle(list: HTMLElement, tab: HTMLElement) {
  list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2;
}

function nextTab<Key extends string>(key: string, tabs: readonly TabItem<Key>[], selected: Key) {
  const at = tabs.findIndex((tab) => tab.key === selected);
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  };
  const target = targets[key];
  return target === undefined ? undefined : tabs[target]?.key;
}
