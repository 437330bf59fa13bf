//! The step of cables.

use super::Rods;
use super::inertia::velocity_at;
use super::report::RodReport;
use super::solver::Solver;

impl Rods {
    /// Goes on by one step of [`RodSettings::step`](super::RodSettings::step) seconds.
    pub fn step(&mut self) -> RodReport {
        let mut report = RodReport::default();
        let mut solver = match self.solver.take() {
            Some(solver) => solver,
            None => Solver::new(&self.parts),
        };
        let time = self.settings.step / f64::from(self.settings.substeps);
        for _ in 0..self.settings.substeps {
            self.substep(&mut solver, time, &mut report);
        }
        self.time += self.settings.step;
        self.solver = Some(solver);
        report
    }

    fn substep(&mut self, solver: &mut Solver, time: f64, report: &mut RodReport) {
        self.lead(solver, time);
        solver.improve(&self.parts, &mut self.frames);
        solver.go();
        let mut rounds = 1;
        while rounds < self.settings.rounds && solver.has_turned(&self.parts, &self.frames) {
            solver.improve(&self.parts, &mut self.frames);
            solver.go_downhill(&self.parts, &self.frames);
            rounds += 1;
        }
        report.rounds += rounds;
        report.substeps += 1;
        self.accept(solver, time);
    }

    /// Where particles would go, and where those that are held do.
    fn lead(&mut self, solver: &mut Solver, time: f64) {
        let particles = &self.parts.particles;
        solver.inertia.predict(particles, &self.settings, time);
        solver.positions.clone_from(&particles.positions);
        for i in 0..particles.len() {
            if particles.is_held[i] {
                solver.positions[i] += time * particles.drives[i];
            }
        }
        for strand in &self.parts.strands {
            let ends = [strand.edges.start, strand.edges.end - 1];
            for (end, edge) in ends.into_iter().enumerate() {
                if strand.is_turned[end] {
                    self.frames.angles[edge] += time * strand.spins[end];
                }
            }
        }
    }

    /// Moves particles to where they were led.
    fn accept(&mut self, solver: &mut Solver, time: f64) {
        let particles = &mut self.parts.particles;
        for i in 0..particles.len() {
            let to = solver.positions[i];
            let velocity = velocity_at(particles, &self.settings, i, to, time);
            particles.positions_before[i] = particles.positions[i];
            particles.velocities_before[i] = particles.velocities[i];
            particles.positions[i] = to;
            particles.velocities[i] = velocity;
            particles.is_fresh[i] = false;
        }
        let positions = &self.parts.particles.positions;
        solver.pose.place(&self.parts, &self.frames, positions);
        self.frames.follow(&solver.pose);
    }
}
