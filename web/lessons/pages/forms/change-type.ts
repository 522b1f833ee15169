import { isChoiceList } from '../../../../contract/pages/choice-lists.ts'
import type { Group } from '../../../editor/draft/draft-tree.ts'
import { groupsIn } from '../../../editor/fields/form-context.ts'
import type { PageForm } from './page-form.ts'

export type ConvertedOptions = {
  options: Group | undefined
  /** The options and fields of answers that the other type does not have, and answers for which there is no place. */
  lost: { fields: readonly string[]; answers: number }
}

/** The options of a page as another type has them. Options that both types have stay, with the ids in them. */
export function convertedOptions(
  from: PageForm,
  to: PageForm,
  options: Group = {},
  newId: () => string,
): ConvertedOptions {
  const lost = new Set<string>()
  const kept: Group = {}
  for (const [name, value] of Object.entries(options)) {
    if (isChoiceList(name)) continue
    if (to.options.includes(name)) kept[name] = value
    else lost.add(name)
  }
  const answers = [...groupsIn(options.blanks), ...groupsIn(options.answers)]
  const list = to.answers
  const fitting = list ? answers.slice(0, list.most) : []
  for (const answer of fitting) for (const name of namesIn(answer)) if (!list?.fields.includes(name)) lost.add(name)
  // Nothing is lost with `correctOrder`: the order of the list says the same.
  lost.delete('correctOrder')
  if (list && answers.length > 0) {
    const least = to.fresh(newId)?.[list.list] as Group[]
    const known = fitting.map((answer, index) => answerOf(answer, list, index))
    kept[list.list] = [
      ...known,
      ...least.slice(known.length).map((one, index) => answerOf(one as never, list, known.length + index)),
    ]
  }
  const isFresh = from.answers === undefined && list !== undefined
  const all = isFresh ? { ...to.fresh(newId), ...kept } : kept
  const isEmpty = Object.keys(all).length === 0
  return { options: isEmpty ? undefined : all, lost: { fields: [...lost], answers: answers.length - fitting.length } }
}

function namesIn({ id: _, text: __, key: ___, ...others }: Group): string[] {
  return Object.keys(others)
}

function answerOf(answer: Group, { list, fields }: NonNullable<PageForm['answers']>, index: number): Group {
  const kept = Object.entries(answer).filter(([name]) => name === 'id' || name === 'text' || fields.includes(name))
  return { ...Object.fromEntries(kept), ...(list === 'blanks' ? { correctOrder: index + 1 } : {}) }
}
