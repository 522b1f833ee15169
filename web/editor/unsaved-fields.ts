/** Saves what a field holds and the draft does not have yet. Undefined if there is nothing to save. */
export type SaveField = () => Promise<void> | undefined

/** The fields that save after a pause in the writing, such as captions. */
export function unsavedFields() {
  const fields = new Set<SaveField>()

  function save(): Promise<unknown> | undefined {
    const saving = [...fields].flatMap(one => one() ?? [])
    return saving.length > 0 ? Promise.allSettled(saving) : undefined
  }

  return {
    save,
    /** Returns a function that removes the field. */
    add(field: SaveField): () => void {
      fields.add(field)
      return () => fields.delete(field)
    },
    /** Acts after all fields are saved, or at once if nothing waits. */
    saveBefore(act: () => void): void {
      const saving = save()
      if (saving) void saving.then(act)
      else act()
    },
  }
}
