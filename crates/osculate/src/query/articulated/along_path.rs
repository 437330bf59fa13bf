//! What is asked along a [`Path`], compiled with the library.
//!
//! The queries of a [`Workcell`] are generic in the path, so that a program compiles them as it is compiled itself. One that is optimised for
//! size, as the Python module is, asks by these, and is answered as quickly as any other.

use super::workcell::Workcell;
use super::{CullingParts, CullingStats, RobotOutcome, SmallestDistance};
use crate::query::Limits;
use crate::query::workspace::Workspace;
use crate::robot::{Path, PathError};

impl Path {
    /// [`Workcell::first_contact`] along this path.
    pub fn first_contact(
        &self,
        cell: &Workcell,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<RobotOutcome, PathError> {
        cell.first_contact(self, limits, workspace)
    }

    /// [`Workcell::first_contact_by_culling`] along this path.
    pub fn first_contact_by_culling(
        &self,
        cell: &Workcell,
        limits: &Limits,
        parts: &CullingParts,
        workspace: &mut Workspace,
    ) -> Result<(RobotOutcome, CullingStats), PathError> {
        cell.first_contact_by_culling(self, limits, parts, workspace)
    }

    /// [`Workcell::is_free`] along this path.
    pub fn is_free(
        &self,
        cell: &Workcell,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<bool, PathError> {
        cell.is_free(self, limits, workspace)
    }

    /// [`Workcell::smallest_distance`] along this path.
    pub fn smallest_distance(
        &self,
        cell: &Workcell,
        limits: &Limits,
        workspace: &mut Workspace,
    ) -> Result<SmallestDistance, PathError> {
        cell.smallest_distance(self, limits, workspace)
    }
}
