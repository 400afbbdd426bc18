import { useRef, type KeyboardEvent } from "react";
import { formatResult } from "../../../src/platform/money/money.ts";
import { formatCountOf } from "../../domain/format/counts.ts";
import type { CalendarMonth, CalendarWeek } from "./calendar-month.ts";
import { CalendarDay } from "./calendar-day.tsx";
import styles from "./calendar.module.css";
import { toneOf } from "./tones.ts";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

interface CalendarGridProps {
  name: string;
  month: CalendarMonth;
  currency: string;
  selected: string | undefined;
  onSelect: (day: string) => void;
}

/** Shows the days of a month. Arrow keys move between the days with results, and select them. */
export function CalendarGrid(props: CalendarGridProps) {
  const { name, month, currency, selected, onSelect } = props;
  const table = useRef<HTMLTableElement>(null);
  const columns = month.weeks[0]?.cells.length ?? 5;

  function moveWithArrows(event: KeyboardEvent) {
    const target = dayByKey(event.key, month, selected);
    if (!target) return;
    event.preventDefault();
    onSelect(target);
    table.current?.querySelector<HTMLElement>(`[data-day="${target}"]`)?.focus();
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the days take the focus
    <table ref={table} aria-label={name} className={styles.grid} onKeyDown={moveWithArrows}>
      <thead>
        <tr>
          {weekdays.slice(0, columns).map((weekday) => (
            <th key={weekday} scope="col" abbr={weekday}>
              {weekday.slice(0, 3)}
            </th>
          ))}
          <th scope="col" className={styles.week}>
            Week
          </th>
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week) => (
          <tr key={week.key}>
            {week.cells.map(({ day, result }, column) => (
              <td key={day ?? column}>
                {day ? (
                  <CalendarDay
                    day={day}
                    result={result}
                    currency={currency}
                    isSelected={day === selected}
                    onSelect={onSelect}
                  />
                ) : null}
              </td>
            ))}
            <WeekTotal week={week} currency={currency} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function WeekTotal({ week, currency }: { week: CalendarWeek; currency: string }) {
  return (
    <td className={styles.week}>
      {week.hasResults ? (
        <>
          <span className={styles.net} data-tone={toneOf(week.net)}>
            {formatResult(week.net, currency)}
          </span>
          <span className={styles.count}>{formatCountOf(week.trades, "trade")}</span>
        </>
      ) : null}
    </td>
  );
}

/** Left and right move through all days with results, up and down through those of the same weekday. */
function dayByKey(key: string, { weeks }: CalendarMonth, from: string | undefined) {
  const cells = weeks.flatMap((week) => week.cells.map((cell, column) => ({ ...cell, column })));
  const column = cells.find(({ day }) => day === from)?.column;
  const isVertical = key === "ArrowUp" || key === "ArrowDown";
  const days = cells
    .filter((cell) => cell.result && (!isVertical || cell.column === column))
    .map(({ day }) => day!);
  const at = days.indexOf(from ?? "");
  const targets: Record<string, string | undefined> = {
    ArrowLeft: days[at - 1],
    ArrowUp: days[at - 1],
    ArrowRight: days[at + 1],
    ArrowDown: days[at + 1],
    Home: days[0],
    End: days.at(-1),
  };
  return targets[key];
}
