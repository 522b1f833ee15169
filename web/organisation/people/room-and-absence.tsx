import { useFormatter, useTranslations } from 'use-intl'
import type { ListedMentor } from '../../../contract/organisation/mentors.ts'
import { isolated } from '../../i18n/isolated.ts'

/** For how many learners a mentor has room, and until when they are away. `cover`: the name of who stands in. */
export function RoomAndAbsence({ mentor, cover }: { mentor: ListedMentor; cover?: string | undefined }) {
  const t = useTranslations('people')
  const format = useFormatter()
  const { capacity, awaySince, awayUntil } = mentor
  return (
    <span className="meta block">
      {t('roomOf', { capacity })}
      {awaySince !== null && t('comma')}
      {awaySince !== null &&
        (awayUntil === null
          ? t('awayOpen')
          : t('awayTill', { on: format.dateTime(awayUntil - 1, { dateStyle: 'long' }) }))}
      {awaySince !== null && cover !== undefined && `${t('comma')}${t('standIn', { name: isolated(cover) })}`}
    </span>
  )
}
