import { format, subDays } from "date-fns";

export interface Day {
  date: string;
  label: string;
}

/** Returns the seven days that the charts cover, today last. */
export function lastWeek(today = new Date()): Day[] {
  return Array.from({ length: 7 }, (_, index) => {
    const day = subDays(today, 6 - index);
    return { date: format(day, "yyyy-MM-dd"), label: format(day, "MMM d") };
  });
}
