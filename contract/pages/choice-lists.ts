/** The lists of an option that have entries with an `id`. An author adds, moves and removes entries of these only. */
export const choiceLists = ['answers', 'blanks'] as const

export type ChoiceList = (typeof choiceLists)[number]

export function isChoiceList(name: unknown): name is ChoiceList {
  return choiceLists.some(list => list === name)
}
