import { track } from '../../analytics/track.ts'
import { usePage } from '../page-screen.ts'

/** Puts an answer into a list of picked ones, or takes it out again, and tells of it. */
export function useToggle(draft: string[], setDraft: (draft: string[]) => void) {
  const { where } = usePage()
  return (id: string, index: number) => {
    const isPicked = draft.includes(id)
    track(isPicked ? 'answer_deselect' : 'answer_select', { ...where, answer_index: index })
    setDraft(isPicked ? draft.filter(one => one !== id) : [...draft, id])
  }
}
