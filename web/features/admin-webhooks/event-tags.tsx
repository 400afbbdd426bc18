import { Tag, TagList } from "../../components/badge/tag.tsx";

interface EventTagsProps {
  events: readonly string[];
  /** The others are counted. */
  most?: number;
}

export function EventTags({ events, most = events.length }: EventTagsProps) {
  // One more tag needs no more room than the count of the rest.
  const shown = events.length <= most + 1 ? events : events.slice(0, most);
  return (
    <TagList name="Events">
      {shown.map((event) => (
        <Tag key={event} text={event} />
      ))}
      {shown.length < events.length ? <Tag text={`${events.length - shown.length} more`} /> : null}
    </TagList>
  );
}
