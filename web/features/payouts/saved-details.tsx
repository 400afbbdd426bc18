import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import {
  type PaymentMethod,
  paymentMethods,
} from "../../../src/business/money/payouts/payout.rule.ts";
import type { SavedDetails } from "../../../src/business/money/saved-details/saved-details.schema.ts";
import { Button } from "../../components/button/button.tsx";
import { TextButton } from "../../components/button/text-button.tsx";
import type { Dialog } from "../../components/dialog/use-dialog.ts";
import { readDetails, recipientField } from "./payment-details.tsx";
import { useSavedDetails } from "./payout-queries.ts";
import type { DetailsChange } from "./saved-details-dialog.tsx";

/** What is entered in the form. */
interface Entered {
  paymentMethod: PaymentMethod | undefined;
  /** As they would be sent. */
  paymentDetails: string;
}

interface ChoicesProps {
  entered: Entered;
  onChoose: (saved: SavedDetails) => void;
}

/** Offers the saved details, each of which fills in the form. */
export function SavedChoices({ entered, onChoose }: ChoicesProps) {
  const { data = [] } = useSavedDetails();
  if (data.length === 0) return null;
  return (
    <Box role="group" aria-label="Saved details" sx={{ display: "grid", gap: 1 }}>
      {data.map((saved) => (
        <Button
          key={saved.paymentMethod}
          isWide
          aria-pressed={isSame(saved, entered)}
          onClick={() => onChoose(saved)}
        >
          <Box component="span" sx={{ whiteSpace: "normal", overflowWrap: "anywhere" }}>
            {`${paymentMethods[saved.paymentMethod]} to ${recipientOf(saved)}`}
          </Box>
        </Button>
      ))}
    </Box>
  );
}

/** Returns who is paid: the account number, email or address. */
const recipientOf = ({ paymentMethod, paymentDetails }: SavedDetails) =>
  readDetails(paymentMethod, paymentDetails)[recipientField(paymentMethod)] ?? paymentDetails;

const isSame = (saved: SavedDetails, { paymentMethod, paymentDetails }: Entered) =>
  saved.paymentMethod === paymentMethod && saved.paymentDetails === paymentDetails;

interface SaveActionProps {
  entered: Entered;
  dialog: Dialog<DetailsChange>;
}

/** Saves the entered details for later requests, or removes them again. */
export function SaveAction({ entered, dialog }: SaveActionProps) {
  const { data } = useSavedDetails();
  const { paymentMethod, paymentDetails } = entered;
  if (!data || !paymentMethod) return null;
  const saved = data.find((each) => each.paymentMethod === paymentMethod);
  if (saved && isSame(saved, entered)) {
    return (
      <Line>
        These are your saved details.{" "}
        <TextButton onClick={() => dialog.open({ kind: "remove", paymentMethod })}>
          Remove Them
        </TextButton>
      </Line>
    );
  }
  if (paymentDetails === "") return null;
  return (
    <Line>
      <TextButton onClick={() => dialog.open({ kind: "save", paymentMethod, paymentDetails })}>
        {saved ? "Replace Saved Details" : "Save These Details"}
      </TextButton>
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="textSecondary">
    {children}
  </Typography>
);
