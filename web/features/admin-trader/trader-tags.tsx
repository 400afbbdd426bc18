import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { Tag, TagList } from "../../components/badge/tag.tsx";
import { Button } from "../../components/button/button.tsx";
import { Icon } from "../../components/icon/icon.tsx";
import { useAdminOutcome } from "../../app/api-client/use-admin-outcome.ts";
import { useMay } from "../../app/session/use-may.ts";
import { trpc } from "../../trpc.ts";
import styles from "./tags.module.css";

interface TraderTagsProps {
  userId: number;
  tags: readonly string[];
}

/** Shows the tags next to a trader's name, with controls to change them. */
export function TraderTags({ userId, tags }: TraderTagsProps) {
  const mayWrite = useMay("tags.write");
  const { refresh, failed } = useAdminOutcome();
  const change = trpc.admin.tags.change.useMutation({
    onSuccess: () => refresh(),
    onError: (error) => failed("Failed to change the tags", error),
  });
  return (
    <div className={styles.row}>
      {tags.length > 0 ? (
        <TagList>
          {tags.map((tag) => (
            <Tag
              key={tag}
              text={tag}
              onRemove={mayWrite ? () => change.mutate({ userId, remove: [tag] }) : undefined}
            />
          ))}
        </TagList>
      ) : null}
      {mayWrite ? (
        <TagInput tags={tags} onAdd={(tag) => change.mutate({ userId, add: [tag] })} />
      ) : null}
    </div>
  );
}

interface TagInputProps {
  tags: readonly string[];
  onAdd: (tag: string) => void;
}

/** A button that turns into an input, which suggests existing tags. */
function TagInput({ tags, onAdd }: TagInputProps) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const button = useRef<HTMLSpanElement>(null);
  const listId = useId();
  const known = trpc.admin.tags.list.useQuery(undefined, { enabled: isOpen });

  function close() {
    setOpen(false);
    setText("");
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim()) onAdd(text);
    setText("");
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    close();
    requestAnimationFrame(() => button.current?.querySelector("button")?.focus());
  }

  if (!isOpen) {
    return (
      <span ref={button}>
        <Button look="plain" size="small" onClick={() => setOpen(true)}>
          <Icon name="plus" size={14} />
          Add tag
        </Button>
      </span>
    );
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <input
        aria-label="New tag"
        placeholder="Add a tag and press Enter"
        list={listId}
        value={text}
        maxLength={40}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the field replaces the button that had the focus
        autoFocus
        className={styles.input}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={closeOnEscape}
        onBlur={() => {
          if (text.trim()) onAdd(text);
          close();
        }}
      />
      <datalist id={listId}>
        {(known.data ?? [])
          .filter(({ tag }) => !tags.includes(tag))
          .map(({ tag }) => (
            <option key={tag}>{tag}</option>
          ))}
      </datalist>
    </form>
  );
}
