import { track } from '../../analytics/track.ts'
import { usePage } from '../page-screen.ts'

/** Adds an answer to the chosen ones, or removes it. */
export function useToggle(draft: string[], setDraft: (draft: string[]) => void) {
  const { where } = usePage()
  return (id: string, index: number) => {
    const isPicked = draft.includes(id)
    track(isPicked ? 'answer_deselect' : 'answer_select', { ...where, answer_index: index })
    setDraft(isPicked ? draft.filter(one => one !== id) : [...draft, id])
  }
}
