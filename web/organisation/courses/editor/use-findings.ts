import { useEffect, useState } from 'react'
import { checkDraft, type Finding } from '../../../../contract/organisation/drafts.ts'
import { call } from '../../../api.ts'
import { useLanguage } from '../../../i18n/language-provider.tsx'

const PAUSE_MS = 800

/** The findings of the import for the draft, loaded again after each pause in writing. */
export function useFindings(courseId: string, revision: number | undefined): readonly Finding[] {
  const { language } = useLanguage()
  const [findings, setFindings] = useState<readonly Finding[]>([])
  useEffect(() => {
    if (revision === undefined) return
    const leaving = new AbortController()
    const { signal } = leaving
    const timer = setTimeout(async () => {
      const asked = call(checkDraft, { params: { id: courseId }, query: { language } }, { signal })
      // Without a network the earlier findings stay.
      const reply = await asked.catch(() => undefined)
      if (reply && !signal.aborted) setFindings(reply.data.findings)
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [courseId, revision, language])
  return findings
}

/** The findings of a lesson or page, with those of everything in it. */
export function findingsIn(findings: readonly Finding[], path: readonly string[]): readonly Finding[] {
  return findings.filter(finding => path.every((key, index) => finding.path?.[index] === key))
}
