"use client";

import {
  KeyboardSensor,
  type KeyboardSensorOptions,
  PointerSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";

/** Dragging with the mouse, a finger or the keyboard. A click or a scroll does not start it. */
export const useDragSensors = (coordinateGetter: KeyboardSensorOptions["coordinateGetter"]) =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 150, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter }),
  );
