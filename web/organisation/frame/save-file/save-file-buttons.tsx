import { useTranslations } from 'use-intl'
import { Icon } from '../../../ui/icon.tsx'
import type { FileToSave } from './use-file.ts'

type Props = { file: FileToSave; className?: string }

/** The workbook is first, because people who know no formats can open it. CSV is for other programs. */
export function SaveFileButtons({ file: { busyFormat, save }, className = 'crumb' }: Props) {
  const t = useTranslations('org.saveFile')
  return (['xlsx', 'csv'] as const).map(format => (
    <button
      className={className}
      type="button"
      key={format}
      aria-label={t('saveAs', { format: t(format) })}
      aria-busy={busyFormat === format}
      onClick={() => void save(format)}
    >
      <Icon name="download" />
      {t(format)}
    </button>
  ))
}
