import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import Divider from "@mui/material/Divider";
import MenuItem from "@mui/material/MenuItem";
import { flushSync } from "react-dom";
import type { SavedView } from "../../../src/business/watch/views/view.schema.ts";
import { Icon } from "../../components/icon/icon.tsx";
import { MenuFrame } from "../../components/menu/menu-frame.tsx";
import { shorten } from "../../domain/format/texts.tsx";
import { useViews } from "./use-views.ts";

interface ViewsMenuProps {
  list: string;
  /** The label of the table without a view. */
  all: string;
  picked: SavedView | undefined;
  anchor: HTMLElement;
  onPick: (view?: SavedView) => void;
  onClose: () => void;
}

/** Lists the views of a table: the administrator's own, then the shared ones. */
export function ViewsMenu({ list, all, picked, anchor, onPick, onClose }: ViewsMenuProps) {
  const views = useViews(list);
  const own = views.data?.filter(({ isOwn }) => isOwn) ?? [];
  const others = views.data?.filter(({ isOwn }) => !isOwn) ?? [];

  function pick(view?: SavedView) {
    flushSync(onClose);
    onPick(view);
  }

  const item = (view: SavedView) => (
    <MenuItem
      disableRipple
      key={view.id}
      role="menuitemradio"
      aria-checked={view.id === picked?.id}
      onClick={() => pick(view)}
    >
      <Choice
        name={view.name}
        hint={view.isOwn ? (view.isShared ? "Shared" : undefined) : view.authorName}
        isPicked={view.id === picked?.id}
      />
    </MenuItem>
  );

  return (
    <MenuFrame label="Views" anchor={anchor} align="left" onClose={onClose}>
      <MenuItem disableRipple role="menuitemradio" aria-checked={!picked} onClick={() => pick()}>
        <Choice name={all} isPicked={!picked} />
      </MenuItem>
      {own.length > 0 ? <Divider component="li" /> : null}
      {own.map(item)}
      {others.length > 0 ? <Divider component="li" /> : null}
      {others.map(item)}
      {views.isLoadingError ? (
        <MenuItem disableRipple onClick={() => void views.refetch()}>
          Failed to load views. Try again
        </MenuItem>
      ) : null}
      {views.data?.length === 0 ? (
        <Typography
          component="li"
          role="presentation"
          variant="body2"
          color="textDisabled"
          sx={{ maxWidth: "16rem", px: 2, py: 0.75 }}
        >
          Search, filter or sort the table, then save it as a view.
        </Typography>
      ) : null}
    </MenuFrame>
  );
}

interface ChoiceProps {
  name: string;
  hint?: string | undefined;
  isPicked: boolean;
}

function Choice({ name, hint, isPicked }: ChoiceProps) {
  return (
    <Box
      component="span"
      sx={{ display: "flex", flex: 1, gap: 1, minWidth: "12rem", maxWidth: "min(26rem, 80vw)" }}
    >
      <Box component="span" sx={{ flex: "none", alignSelf: "center", width: 16 }}>
        {isPicked ? <Icon name="check" size={16} /> : null}
      </Box>
      <Typography component="span" noWrap>
        {shorten(name)}
      </Typography>
      {hint ? (
        <Typography
          component="span"
          variant="body2"
          color="textDisabled"
          noWrap
          sx={{ flex: "none", maxWidth: "50%", ml: "auto", pl: 2 }}
        >
          {shorten(hint)}
        </Typography>
      ) : null}
    </Box>
  );
}
