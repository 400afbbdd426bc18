import { Tag, TagList } from "../../components/badge/tag.tsx";

interface EventTagsProps {
  events: readonly string[];
  /** The maximum number of tags; the rest are only counted. */
  most?: number;
}

export function EventTags({ events, most = events.length }: EventTagsProps) {
  // If only one tag would be left out, it is shown, because "1 more" takes as much space.
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
