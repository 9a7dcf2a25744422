/** Counts what a person does from now on. */
export function countInteractions() {
  let count = 0;
  return {
    do: async (action: Promise<unknown>) => {
      count += 1;
      await action;
    },
    get count() {
      return count;
    },
  };
}
