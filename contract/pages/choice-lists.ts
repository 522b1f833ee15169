/** The options that are lists of entries with an `id`. Only in these lists can authors add, move and remove entries. */
export const choiceLists = ['answers', 'blanks'] as const

export type ChoiceList = (typeof choiceLists)[number]

export function isChoiceList(name: unknown): name is ChoiceList {
  return choiceLists.some(list => list === name)
}
