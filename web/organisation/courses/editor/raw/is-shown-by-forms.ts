import { choiceLists } from '../../../../../contract/pages/choice-lists.ts'
import { type Group, isGroup } from '../../../../editor/draft/draft-tree.ts'
import { pageFormOf } from '../../../../lessons/pages/forms/index.ts'

/** Fields that hold a text, or nothing. */
const TEXTS = ['textContent', 'hint', 'buttonText', 'transcript', 'avFilename', 'captions', 'alt'] as const

/** Whether the forms can show all of a page. A value that they show as empty would be overwritten. */
export function isShownByForms(fields: Group): boolean {
  const { options } = fields
  if (!pageFormOf(fields.type) || !areTexts(fields, TEXTS)) return false
  if (options === undefined || options === null) return true
  if (!isGroup(options)) return false
  return choiceLists.every(list => {
    const items = options[list]
    if (items === undefined || items === null) return true
    return Array.isArray(items) && items.every(item => isGroup(item) && areTexts(item, ['text', 'feedback']))
  })
}

function areTexts(group: Group, names: readonly string[]): boolean {
  return names.every(name => typeof group[name] !== 'object' || group[name] === null)
}
