import Box from "@mui/material/Box";
import { useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { Icon } from "../icon/icon.tsx";
import { ActionMenu } from "../menu/action-menu.tsx";

interface MovableListProps<Item> {
  items: readonly Item[];
  /** `limit`, `step`. */
  noun: string;
  nameOf: (item: Item) => string;
  /** Called with the items in their new order. */
  onChange: (items: Item[]) => void;
  /** Called after an item has been removed, to move the focus. */
  onRemoved: () => void;
  /** The fields of an item, which depend on its position. */
  children: (item: Item, index: number) => ReactNode;
}

/** Groups of fields that are reordered by dragging, or from the menu of each, which also removes it. */
export function MovableList<Item>(props: MovableListProps<Item>) {
  const { items, noun, nameOf, onChange, onRemoved, children } = props;
  const list = useRef<HTMLDivElement>(null);
  const [dragged, drag] = useState<number | null>(null);
  const [target, aim] = useState<number | null>(null);
  const [said, say] = useState("");

  function change(next: Item[], news: string) {
    // Rendered synchronously, so that the focus can move before the next key press.
    flushSync(() => {
      onChange(next);
      say(news);
    });
  }

  function move(from: number, to: number) {
    const item = items[from]!;
    const news = `${nameOf(item)} is now ${noun} ${to + 1} of ${items.length}`;
    change(items.toSpliced(from, 1).toSpliced(to, 0, item), news);
    const menu = `[data-position="${to}"] > div [aria-haspopup="menu"]`;
    list.current?.querySelector<HTMLElement>(menu)?.focus();
  }

  function remove(index: number) {
    change(items.toSpliced(index, 1), `${nameOf(items[index]!)} removed`);
    onRemoved();
  }

  function drop() {
    if (dragged !== null && target !== null && dragged !== target) move(dragged, target);
    drag(null);
    aim(null);
  }

  return (
    <Box ref={list} sx={{ display: "grid", gap: "1.125rem" }}>
      {items.map((item, index) => (
        <Box
          // The names of the fields contain the position, so it is part of the key.
          key={`${index} ${nameOf(item)}`}
          component="fieldset"
          data-position={index}
          sx={{
            ...group,
            ...(dragged === index && { opacity: 0.5 }),
            ...(target === index && dragged !== index && { borderColor: "var(--accent)" }),
          }}
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            aim(index);
          }}
          onDrop={(event) => {
            event.preventDefault();
            drop();
          }}
        >
          <legend>{`${index + 1}. ${nameOf(item)}`}</legend>
          <Box sx={tools}>
            {items.length > 1 ? (
              <Box
                component="span"
                title="Drag to move"
                aria-hidden="true"
                draggable
                sx={{ padding: "0.375rem", color: "text.secondary", cursor: "grab" }}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = "move";
                  event.dataTransfer.setData("text/plain", nameOf(item));
                  event.dataTransfer.setDragImage(event.currentTarget.closest("fieldset")!, 0, 0);
                  drag(index);
                }}
                onDragEnd={() => {
                  drag(null);
                  aim(null);
                }}
              >
                <Icon name="grip" />
              </Box>
            ) : null}
            <ActionMenu
              label={`Move or remove ${noun} ${index + 1}`}
              actions={[
                {
                  label: "Move Up",
                  isDisabled: index === 0,
                  onSelect: () => move(index, index - 1),
                },
                {
                  label: "Move Down",
                  isDisabled: index === items.length - 1,
                  onSelect: () => move(index, index + 1),
                },
                { label: "Remove", startsGroup: true, onSelect: () => remove(index) },
              ]}
            />
          </Box>
          {children(item, index)}
        </Box>
      ))}
      <span role="status" className="visually-hidden">
        {said}
      </span>
    </Box>
  );
}

const group = {
  position: "relative",
  padding: "3.25rem 1rem 1rem",
  border: "1px solid var(--line)",
  borderRadius: "var(--radius)",
  "& > legend": {
    position: "absolute",
    insetBlockStart: "0.75rem",
    paddingInlineEnd: "4.5rem",
    fontWeight: 550,
    lineHeight: "2rem",
  },
};

const tools = {
  position: "absolute",
  insetBlockStart: "0.625rem",
  insetInlineEnd: "0.625rem",
  display: "flex",
  alignItems: "center",
};
