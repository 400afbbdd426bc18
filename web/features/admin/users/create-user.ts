import { useMutation } from "@tanstack/react-query";
import { z } from "zod";
import {
  type createTraderWithAccountInput,
  newTraderForm,
  type SavedTrader,
  type traderForm,
} from "../../../../src/business/traders/trader.schema.ts";
import { useAdminOutcome } from "../../../app/api-client/use-admin-outcome.ts";
import { untilSettled } from "../../../components/forms/until-settled.ts";
import { trpc } from "../../../trpc.ts";

/** The programme that a new user starts, if any. */
interface Start {
  /** `#` followed by the id of the version; empty for none. */
  version: string;
  initialBalance: string;
}

type NewUserInput = z.input<typeof traderForm> & Start;
type NewUser = z.output<typeof newTraderForm> & Start;

/** The same fields as those of a present user, and the programme to start with. */
export const newUserForm: z.ZodType<NewUser, NewUserInput> = newTraderForm
  .safeExtend({ version: z.string(), initialBalance: z.string() })
  .refine(({ version, initialBalance }) => version === "" || initialBalance !== "", {
    path: ["initialBalance"],
    error: "Please choose the initial balance",
  });

interface Options {
  gcTime: number;
  onSuccess: (saved: SavedTrader, sent: NewUserToSend) => unknown;
  onError: (error: unknown) => void;
}

type NewUserToSend = z.input<typeof createTraderWithAccountInput> & Start;

/**
 * Creates a user, and then starts their programme. If only the second fails, the user stays, and the page says so: the
 * programme can be started from the page of the user.
 */
export const createUser = {
  useMutation(options: Options) {
    const outcome = useAdminOutcome();
    const create = trpc.admin.users.createWithAccount.useMutation({ gcTime: options.gcTime });
    const assign = trpc.admin.programmes.assign.useMutation({
      onError: (error) => outcome.failed("The programme was not started", error),
    });
    return useMutation({
      ...options,
      mutationFn: async ({ version, initialBalance, ...user }: NewUserToSend) => {
        const saved = await create.mutateAsync(user);
        if (version !== "") {
          const programmeVersionId = Number(version.slice(1));
          const start = { id: saved.id, programmeVersionId, initialBalance, expectedStageId: null };
          await untilSettled(assign.mutateAsync(start));
        }
        return saved;
      },
    });
  },
};
