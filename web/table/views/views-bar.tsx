import Box from "@mui/material/Box";
import MuiButton from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useRef, useState } from "react";
import type { SavedView } from "../../../src/business/watch/views/view.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { Opened } from "../../components/dialog/opened.tsx";
import { useDialog } from "../../components/dialog/use-dialog.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { lazyComponent } from "../../components/lazy/lazy-component.tsx";
import { shorten } from "../../domain/format/texts.tsx";
import { useViews } from "./use-views.ts";
import { keptParameters, type ViewSearch } from "./view-search.ts";

const ViewsMenu = lazyComponent(() => import("./views-menu.tsx").then((m) => m.ViewsMenu));

const PickedView = lazyComponent(() => import("./picked-view.tsx").then((m) => m.PickedView));
const SaveViewDialog = lazyComponent(() =>
  import("./save-view-dialog.tsx").then((m) => m.SaveViewDialog),
);

interface ViewsBarProps<Search extends ViewSearch> {
  /** The name of the table. */
  list: string;
  /** The parameters of the URL that a view stores. */
  kept: readonly string[];
  /** The name of the table without a view, such as "All users". */
  all: string;
  /** The URL's parameters as read by the page. */
  search: Search;
  /** Reads the saved parameters of a view in the same way as the URL: returns all parameters, undefined if missing. */
  read: (raw: Record<string, unknown>) => Search;
  onChange: (change: Search) => void;
}

/** Shows the selected view, with the others in a menu, and buttons to save or discard changes to it. */
export function ViewsBar<Search extends ViewSearch>(props: ViewsBarProps<Search>) {
  const { list, kept: names, all, search, read, onChange } = props;
  const { data: views, isPending } = useViews(list);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const picker = useRef<HTMLButtonElement>(null);
  const saving = useDialog<null>();
  const picked = views?.find(({ id }) => id === search.view);
  const isMissing = search.view !== undefined && views !== undefined && !picked;
  const parameters = keptParameters(names, search);
  const kept = keptParameters(names, read({ ...picked?.parameters }));
  const isChanged = JSON.stringify(parameters) !== JSON.stringify(kept);
  const isWaiting = search.view !== undefined && isPending;
  const name = isWaiting ? "Views" : shorten(picked?.name ?? all);

  const show = (view?: SavedView) =>
    onChange({ ...read({ ...view?.parameters, pageSize: search.pageSize }), view: view?.id });
  const mark = (view?: SavedView) => onChange({ ...search, view: view?.id });
  // Moves the focus to the picker, because the buttons that save or discard a change disappear with the change.
  const focus = () => picker.current?.focus();

  return (
    <Box
      sx={{
        flexShrink: 0,
        display: "flex",
        flexWrap: "wrap",
        alignItems: "center",
        gap: "0.25rem 0.5rem",
        maxWidth: "100%",
        ml: { md: -1 },
      }}
    >
      <MuiButton
        ref={picker}
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`View: ${name}`}
        sx={{ maxWidth: "min(100%, 26rem)", px: 1, fontSize: "var(--text-md)" }}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Typography component="span" noWrap sx={{ color: "text.primary", fontWeight: 600 }}>
          {name}
        </Typography>
        <Icon name="chevronDown" size={16} />
      </MuiButton>
      {picked ? (
        <PickedView
          view={picked}
          parameters={isChanged ? parameters : undefined}
          onReset={() => {
            focus();
            show(picked);
          }}
          onSaved={focus}
          onDeleted={() => {
            mark();
            focus();
          }}
        />
      ) : null}
      {isMissing ? (
        <Typography variant="body2" color="textDisabled">
          The linked view is private or was deleted
        </Typography>
      ) : null}
      {isChanged && !isWaiting ? (
        <Button look="plain" size="small" aria-haspopup="dialog" onClick={() => saving.open(null)}>
          {picked ? "Save as New View" : "Save View"}
        </Button>
      ) : null}
      {anchor ? (
        <ViewsMenu
          list={list}
          all={all}
          picked={picked}
          anchor={anchor}
          onPick={show}
          onClose={() => setAnchor(null)}
        />
      ) : null}
      <Opened dialog={saving}>
        {(frame) => (
          <SaveViewDialog
            {...frame}
            list={list}
            parameters={parameters}
            onSaved={(view) => {
              mark(view);
              focus();
            }}
          />
        )}
      </Opened>
    </Box>
  );
}
