import {
  ActionIcon,
  Button,
  ColorSwatch,
  Group,
  Input,
  Popover,
  SimpleGrid,
  Stack,
} from '@mantine/core'
import {
  type DefinitionColor,
  type DefinitionIcon,
  definitionColors,
  definitionIcons,
} from '../../../shared/definition-looks.ts'
import { IconCheck } from '../icons/icons.ts'
import { DefinitionMark, DefinitionPicture } from '../records/definition-mark.tsx'

interface Props {
  icon: DefinitionIcon
  color: DefinitionColor
  onIcon: (icon: DefinitionIcon) => void
  onColor: (color: DefinitionColor) => void
}

/** Chooses the icon and the color of a board or page. */
export function LookField({ icon, color, onIcon, onColor }: Props) {
  return (
    <Input.Wrapper label="Icon and color" labelElement="div">
      <Group>
        <Popover position="bottom-start" trapFocus>
          <Popover.Target>
            <Button variant="default" leftSection={<DefinitionMark of={{ icon, color }} />}>
              <span className="visually-hidden">Icon and color: {`${icon}, ${color}. `}</span>
              Change…
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label="Icon and color">
            <Stack gap="sm">
              <SimpleGrid cols={8} spacing={4} verticalSpacing={4} role="group" aria-label="Icon">
                {definitionIcons.map((each) => (
                  <ActionIcon
                    key={each}
                    variant={each === icon ? 'light' : 'subtle'}
                    color={each === icon ? undefined : 'gray'}
                    size={28}
                    aria-label={each}
                    aria-pressed={each === icon}
                    onClick={() => onIcon(each)}
                  >
                    <DefinitionPicture icon={each} size={18} />
                  </ActionIcon>
                ))}
              </SimpleGrid>
              <Group gap={4} maw={256} role="group" aria-label="Color">
                {definitionColors.map((each) => (
                  <ColorSwatch
                    key={each}
                    component="button"
                    type="button"
                    color={`var(--mantine-color-${each}-5)`}
                    size={24}
                    aria-label={each}
                    aria-pressed={each === color}
                    onClick={() => onColor(each)}
                  >
                    {each === color && <IconCheck size={14} color="black" />}
                  </ColorSwatch>
                ))}
              </Group>
            </Stack>
          </Popover.Dropdown>
        </Popover>
      </Group>
    </Input.Wrapper>
  )
}
